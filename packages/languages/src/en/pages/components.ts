// The messages in the components of microsites, besides their owners’ content.

export const componentPages = {
  media: {
    /** `site` is a name, such as YouTube. */
    play: (site: string) => `Play on ${site}`,
    /** `host` is a host, such as www.youtube-nocookie.com. */
    loadsFrom: (host: string) => `Loads from ${host} when you tap`,
    opens: (host: string) => `Open on ${host}`,
    video: 'Video',
    audio: 'Audio',
    fault: 'This can’t be played. The file may have been moved.',
  },
  countdown: {
    days: 'days',
    hours: 'hours',
    minutes: 'minutes',
    seconds: 'seconds',
    begun: 'It has started',
  },
  maps: {
    show: 'Show map',
    loadsFrom: 'Loads from openstreetmap.org when you tap',
    openIn: (site: string) => `Open in ${site}`,
    map: 'Map',
  },
  slides: {
    label: 'Images',
    picture: (position: number, total: number) => `Image ${position} of ${total}`,
    previous: 'Previous image',
    next: 'Next image',
    pause: 'Pause slideshow',
    play: 'Play slideshow',
  },
  cv: {
    experience: 'Experience',
    education: 'Education',
    skills: 'Skills',
    print: 'Print',
    name: 'CV',
    /** The end of a period that goes on: from 2021 to the present. */
    present: 'present',
  },
  music: {
    name: 'Music',
    play: 'Play music',
    /** `site` is a name, such as Spotify, or a host. */
    listen: (site: string) => `Listen on ${site}`,
    fault: 'The music can’t be played.',
  },
  contact: { save: 'Save contact', phone: 'Phone', email: 'E-mail', website: 'Website', address: 'Address' },
  calendar: { add: 'Add to calendar', file: 'Apple Calendar and others (.ics)', event: 'Event' },
}

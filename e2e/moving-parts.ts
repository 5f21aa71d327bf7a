// Helpers for tests of microsite components that move or play: slides and music.
import type { Page } from 'playwright-core'
import { component } from '../test/pictures/sample-microsite.ts'
import { until } from '../test/timeouts.ts'

export const images = ['hills', 'sea', 'dusk'].map((name) => ({ image: `/assets/${name}.svg` }))
export const slides = (fields = {}) => [component('IMAGE_SLIDE', { slides: images, ...fields })]
/** The position of the slide that is shown. */
export const at = (page: Page) =>
  page.locator('.slides ul').evaluate((list) => Math.round(Math.abs(list.scrollLeft) / list.clientWidth))
export const reaches = (page: Page, position: number) =>
  until(`it is at ${position}`, async () => (await at(page)) === position)
/** Images load at once, so that the test notices if they do not change. */
export const withoutSliding = (page: Page) =>
  page.locator('.slides ul').evaluate((list) => {
    list.scrollTo = ((to: ScrollToOptions) => {
      list.scrollLeft = to.left ?? 0
    }) as typeof list.scrollTo
  })
export const pause = (page: Page) => page.getByRole('button', { name: /^(Pause|Play) slideshow$/ })

export const music = component('AUTOPLAY_MUSIC', {
  url: 'https://files.example/rain.wav',
  title: 'Rain',
  loop: true,
})
export const plays = (page: Page) =>
  page.locator('.music audio').evaluate((audio: HTMLAudioElement) => !audio.paused)

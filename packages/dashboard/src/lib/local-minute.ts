// Points in time as the values of `datetime-local` fields: to the minute, in this browser's time zone.

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Unix seconds as `YYYY-MM-DDTHH:MM`. */
export function localMinute(seconds: number): string {
  const date = new Date(seconds * 1000)
  const year = String(date.getFullYear()).padStart(4, '0')
  const day = `${year}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
}

/** The Unix seconds of such a value; null if it isn't a valid time. */
export function secondsOf(minute: string): number | null {
  const milliseconds = Date.parse(minute)
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000)
}

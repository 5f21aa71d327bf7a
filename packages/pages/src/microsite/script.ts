// The script of microsites, which enhances pages that are complete without it. The server serves it as a file.
import { createHash } from 'node:crypto'
import { inEveryLanguage, languages } from '@linnet/languages'

/*
 * The elements that it handles:
 * - `a[data-embed]` becomes a frame with that address when tapped; `data-title` is the frame's name.
 * - `a[data-tap]` reports its taps to this server, because no redirect counts them: `mailto:` and `tel:` links.
 * - `video` and `audio` with `data-tap` report when they are played; with `data-gesture`, they start at the first gesture.
 * - `[data-countdown]` counts down to this time, in Unix seconds.
 * - `[data-slides]` has pictures with arrows, and changes by itself after this many seconds, unless that is 0.
 * - `[data-music]` is the player of the page's music.
 * - `.fault` replaces the player that contains it if there is nothing to play.
 * - `form[data-unlock]` is submitted without leaving the page; its component is the element with that id.
 * - `[data-print]` prints the page.
 */
const source = `(() => {
const locales = ${JSON.stringify(inEveryLanguage((language) => languages[language].locale))}
const find = (root, selector) => [...root.querySelectorAll(selector)]
const report = (address) => address && navigator.sendBeacon(address, '')
const still = matchMedia('(prefers-reduced-motion: reduce)')

const countdowns = new Set()
function count() {
  const now = Date.now()
  for (const element of countdowns) {
    let left = Math.ceil(element.dataset.countdown - now / 1000)
    const begun = left <= 0
    element.querySelector('.units').hidden = begun
    element.querySelector('.begun').hidden = !begun
    if (begun || !element.isConnected) countdowns.delete(element)
    for (const [unit, seconds] of [['days', 86400], ['hours', 3600], ['minutes', 60], ['seconds', 1]]) {
      const digits = element.querySelector('[data-unit=' + unit + ']')
      digits.textContent = String(Math.max(0, Math.floor(left / seconds))).padStart(unit === 'days' ? 1 : 2, '0')
      left %= seconds
    }
  }
  if (countdowns.size) setTimeout(count, 1000 - now % 1000)
}

function slide(element) {
  const list = element.querySelector('ul')
  const steer = element.querySelector('.steer')
  if (!steer) return
  const pause = steer.querySelector('[data-turn="0"]')
  const right = getComputedStyle(list).direction === 'rtl' ? -1 : 1
  let busy = false
  const number = element.querySelector('.at')
  const last = list.children.length - 1
  const current = () => Math.round(Math.abs(list.scrollLeft) / list.clientWidth)
  const turn = (by) => {
    const width = list.clientWidth
    if (!width) return
    const at = current() + by
    const to = at < 0 ? last : at > last ? 0 : at
    list.scrollTo({ left: right * to * width, behavior: still.matches ? 'instant' : 'smooth' })
  }
  const run = (on) => pause && (pause.dataset.runs = on)
  const tick = () => {
    if (!element.isConnected) return
    if (pause.dataset.runs === 'true' && !busy && !document.hidden) turn(1)
    setTimeout(tick, element.dataset.slides * 1000)
  }
  element.classList.add('moving')
  number.hidden = steer.hidden = false
  list.addEventListener('scroll', () => {
    if (list.clientWidth) number.textContent = current() + 1 + ' / ' + (last + 1)
  })
  for (const [name, value] of [['pointerenter', true], ['focusin', true], ['pointerleave', false], ['focusout', false]])
    element.addEventListener(name, () => { busy = value })
  steer.addEventListener('click', (event) => {
    const by = Number(event.target.closest('button')?.dataset.turn)
    if (by) { run(false); turn(by) } else if (by === 0) run(pause.dataset.runs !== 'true')
  })
  if (pause) {
    if (!still.matches) run(true)
    setTimeout(tick, element.dataset.slides * 1000)
  }
}

let music
function player(element) {
  const audio = element.querySelector('audio')
  const button = element.querySelector('button')
  music = audio
  element.classList.add('floating')
  button.hidden = false
  const show = () => button.setAttribute('aria-pressed', !audio.paused)
  for (const name of ['play', 'pause', 'ended']) audio.addEventListener(name, show)
  // Its name has been read by then, and the button floats above the page, so it becomes small.
  audio.addEventListener('playing', () => element.classList.add('started'))
  button.addEventListener('click', () => audio.paused ? start(audio) : audio.pause())
}

const pendingMedia = new Set()
const start = (media) => media.play().catch(() => {})
function gesture(event) {
  const own = event.target.closest?.('video,audio,[data-music],[data-embed]')
  for (const media of pendingMedia) {
    if (media !== music && !media.checkVisibility()) continue
    if (!media.paused || own) { pendingMedia.delete(media); continue }
    media.muted = media.tagName === 'VIDEO'
    media.play().then(() => pendingMedia.delete(media), (fault) => {
      if (fault.name !== 'NotAllowedError') pendingMedia.delete(media)
    })
  }
  if (!pendingMedia.size) for (const name of gestures) removeEventListener(name, gesture, true)
}
const gestures = ['pointerup', 'keydown', 'click']

function embed(link) {
  const frame = document.createElement('iframe')
  frame.className = link.className.replace('facade', 'embed')
  frame.title = link.dataset.title
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
  frame.sandbox = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-presentation'
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  frame.src = link.dataset.embed
  report(link.getAttribute('href'))
  music?.pause()
  link.replaceWith(frame)
  frame.focus()
}

async function unlock(form) {
  const { unlock: id } = form.dataset
  const button = form.querySelector('button')
  button.disabled = true
  try {
    const response = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) })
    const text = await response.text()
    // The policy applies to stylesheets even in a document that is only parsed.
    const [all, rules] = text.match(/<style>([^]*?)<.style>/) ?? ['', '']
    const page = new DOMParser().parseFromString(text.replace(all, ''), 'text/html')
    const component = page.getElementById(id)
    // This page's policy doesn't allow the component's outside sources.
    if (!component || component.querySelector('[data-embed],video,audio')) throw 0
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    // This page may not have the symbols of its icons yet.
    for (const symbol of find(page, 'symbol'))
      if (!document.getElementById(symbol.id)) document.querySelector('.symbols')?.append(symbol)
    document.getElementById(id).replaceWith(component)
    wire(component)
    const next = component.querySelector('[aria-invalid],a,button,summary') ?? component
    if (next === component) component.tabIndex = -1
    next.focus({ preventScroll: true })
  } catch {
    button.disabled = false
    form.submit()
  }
}

function wire(root) {
  for (const element of find(root, '[data-countdown]')) {
    const when = element.querySelector('time')
    when.textContent = new Date(element.dataset.countdown * 1000)
      .toLocaleString(locales[document.documentElement.lang], { dateStyle: 'long', timeStyle: 'short' })
    countdowns.add(element)
  }
  if (countdowns.size) count()
  find(root, '[data-slides]').forEach(slide)
  find(root, '[data-music]').forEach(player)
  for (const button of find(root, '[data-print]')) button.hidden = false
  for (const media of find(root, '[data-gesture],[data-music] audio')) pendingMedia.add(media)
  if (pendingMedia.size) for (const name of gestures) addEventListener(name, gesture, true)
}

addEventListener('click', (event) => {
  const link = event.target.closest?.('[data-embed],[data-tap],[data-print]')
  if (!link) return
  if (link.dataset.print !== undefined) print()
  else if (link.dataset.embed === undefined) { if (link.href) report(link.dataset.tap) }
  else if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault()
    embed(link)
  }
})
addEventListener('play', ({ target }) => {
  if (target === music) return
  if (!target.muted) music?.pause()
  report(target.dataset.tap)
  delete target.dataset.tap
}, true)
addEventListener('error', ({ target }) => {
  const fault = target.closest?.('.player,.music')?.querySelector('.fault')
  if (!fault) return
  for (const sibling of fault.parentElement.children) sibling.hidden = sibling !== fault
  fault.parentElement.classList.remove('started')
}, true)
addEventListener('submit', (event) => {
  if (!event.target.dataset.unlock) return
  event.preventDefault()
  unlock(event.target)
})
wire(document)
})()
`

// Comments and indentation are only for developers.
const text = source.replace(/^\s*(?:\/\/.*)?\n?/gm, '')
const hash = createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 12)

/** The script, and its address, which changes with it, so that browsers may cache it forever. */
export const micrositeScript = {
  address: `/static/microsite-${hash}.js`,
  type: 'text/javascript; charset=utf-8',
  text,
}

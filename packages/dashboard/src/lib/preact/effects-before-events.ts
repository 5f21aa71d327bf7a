// Effects have run before the next press of a key or a pointer is handled, as with React. Preact by itself runs them only after
// the next frame. A form that is sent within that time would be sent as it was before the last change: the query library
// takes over the latest function of a mutation in an effect.
import { options } from 'preact'
import 'preact/hooks'

// A hidden page shows no frames.
const longestWaitMilliseconds = 35

// Not those that a change of the document may cause, such as `focusin`: effects must not run while it is being changed.
const events = ['keydown', 'pointerdown', 'click', 'input', 'change', 'paste', 'drop', 'submit', 'pagehide']

/** Does nothing if no effect is pending. */
let runPending = () => {}

options.requestAnimationFrame = (run) => {
  runPending = run
  setTimeout(run, longestWaitMilliseconds)
  requestAnimationFrame(() => setTimeout(run))
}

for (const event of events) addEventListener(event, () => runPending(), true)

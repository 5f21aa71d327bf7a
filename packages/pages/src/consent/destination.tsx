// Where an application wants the browser to go: what people see of it, and whether it leaves their device at all.
import { partsOfAddress } from '../web-address.ts'
import type { ConsentWords } from './words.ts'

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/

/** Whether an address leads to a program on the device itself, at a loopback address or by a scheme of its own. */
export function isOnThisDevice(address: string): boolean {
  const parts = partsOfAddress(address)
  return parts === null || loopback.test(parts.host)
}

/** The host of a web address stands out; anything else is a program that this device opens. */
export const Destination = ({ address, words }: { address: string; words: ConsentWords }) => {
  const parts = partsOfAddress(address)
  if (parts === null || isOnThisDevice(address))
    return (
      <>
        {words.onThisDevice}{' '}
        <bdi class="code" dir="ltr">
          {address}
        </bdi>
      </>
    )
  return (
    <span class="address" translate="no">
      <bdi dir="ltr">
        {parts.before}
        <strong>{parts.host}</strong>
        {parts.after}
      </bdi>
    </span>
  )
}

// Where an application sends the browser: how it is shown, and whether it stays on the user's device.

import type { ConsentMessages } from '../messages.ts'
import { splitAddress } from '../web-address.ts'

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/

/** Whether an address belongs to a program on the device: a loopback address or a custom scheme. */
export function isOnThisDevice(address: string): boolean {
  const parts = splitAddress(address)
  return parts === null || loopback.test(parts.host)
}

/** Highlights the host of a web address; anything else opens a program on this device. */
export const Destination = ({ address, messages }: { address: string; messages: ConsentMessages }) => {
  const parts = splitAddress(address)
  if (parts === null || isOnThisDevice(address))
    return (
      <>
        {messages.onThisDevice}{' '}
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

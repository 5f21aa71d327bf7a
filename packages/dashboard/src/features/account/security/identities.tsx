// Single sign-on: the identities at the provider that the account is connected to.
import type { Identity } from '@linnet/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { KeyRound } from '../../../components/icons.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { Card } from '../../../components/page.tsx'
import { showToast } from '../../../components/toast-queue.ts'
import { client } from '../../../lib/client.ts'
import { useFormats } from '../../../lib/formats.ts'
import { useMessages } from '../../../lib/language.ts'
import { queryClient } from '../../../lib/queries.ts'
import { useMe } from '../../../lib/session.ts'
import { Row, Rows } from '../lists.tsx'
import { useSharedMessages } from '../messages.ts'
import { SecurityDialog } from './security-dialog.tsx'
import { securityMessages } from './security-messages.ts'

const methodsQuery = queryOptions({
  queryKey: ['account', 'sign-in-methods'],
  queryFn: async ({ signal }) => (await client.singleSignOn.methods({}, { signal })).data,
})

/** Nothing on a server without single sign-on. */
export function IdentitiesCard() {
  const { provider } = useMe()
  return provider === null ? null : <JoinedIdentities provider={provider} />
}

function JoinedIdentities({ provider }: { provider: string }) {
  const { security } = useSharedMessages()
  const query = useQuery(methodsQuery)
  return (
    <Card
      title={security.provider}
      description={security.providerText(provider)}
      actions={
        // The form leads to the provider, and back here.
        <form method="post" action="/account/single-sign-on">
          <input type="hidden" name="purpose" value="join" />
          <input type="hidden" name="return_to" value="/dashboard/account/security" />
          <Button size="small" type="submit">
            {security.joinProvider(provider)}
          </Button>
        </form>
      }
    >
      <Loaded query={query} heights={['h-16']}>
        {({ identities }) =>
          identities.length === 0 ? (
            <p className="text-sm text-soft">{security.noIdentities}</p>
          ) : (
            <Rows>
              {identities.map((identity) => (
                <IdentityRow key={identity.id} identity={identity} />
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Card>
  )
}

function IdentityRow({ identity }: { identity: Identity }) {
  const { security, success } = useSharedMessages()
  const text = useMessages(securityMessages)
  const formats = useFormats()
  const [open, setOpen] = useState(false)
  const { id, issuer, email, created_at, last_used_at, usable } = identity
  const title = email ?? security.identityAt(new URL(issuer).host)
  async function remove() {
    await client.singleSignOn.removeIdentity({ id })
    showToast({ title: success['identity-removed'], description: title })
    void queryClient.invalidateQueries({ queryKey: ['account'] })
  }
  return (
    <Row
      icon={<KeyRound />}
      title={title}
      actions={
        <Button
          size="small"
          onClick={() => setOpen(true)}
          aria-label={`${security.removeIdentity}: ${title}`}
        >
          {security.removeIdentity}
        </Button>
      }
    >
      {security.added(formats.day(created_at))}{' '}
      {last_used_at === null ? security.neverUsed : security.lastUsed(formats.ago(last_used_at))}{' '}
      {usable ? null : security.notUsable(new URL(issuer).host)}
      <SecurityDialog
        open={open}
        onClose={() => setOpen(false)}
        title={text.removeTitle(title)}
        text={text.removeIdentityText}
        action={security.removeIdentity}
        danger
        onConfirm={remove}
      />
    </Row>
  )
}

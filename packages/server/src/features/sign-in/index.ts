// Signing in, and everything on the way to it. The face of the feature.
import type { Api } from '@linnet/contract'
import type { Handlers } from '../../platform/handler.ts'
import type { PageRoute } from '../../platform/page.ts'
import { signInOperations } from './operations.ts'
import type { SigningInNeeds } from './signing-in.ts'

export interface SignIn {
  operations: Handlers<Api['signIn']>
  pages: PageRoute[]
}

export function createSignIn(needs: SigningInNeeds): SignIn {
  return { operations: signInOperations(needs), pages: [] }
}

// Finds the curl that the documented commands are run with.
import { canInstallPackages, installPackages } from './apt.ts'

/** Makes sure that there is a curl, installing it where that is possible. */
export async function ensureCurl(): Promise<void> {
  if (Bun.which('curl')) return
  if (canInstallPackages()) await installPackages('curl')
  if (!Bun.which('curl'))
    throw new Error('curl is missing; install it (apt-get install curl as root) and run the tests again.')
}

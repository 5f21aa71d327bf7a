// The web app's entry: draws the routes into the document that the server sent.
import './main.css'
import { Tooltip } from '@base-ui/react/tooltip'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Toasts } from '../components/toasts.tsx'
import { queryClient } from '../lib/queries.ts'
import { Reauthentication } from '../lib/reauthentication.tsx'
import { router } from './routes.tsx'
import { SignInAgain } from './sign-in-again.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('the document has no #root')

// Drawn once with all that the page needs, instead of piece by piece as it comes: the mark that the document came with
// stands until then. Where that takes longer, the frame comes first; what could not be loaded is told by the page.
const patienceMilliseconds = 500
const patience = new Promise((resolve) => setTimeout(resolve, patienceMilliseconds))
void Promise.race([router.load(), patience]).finally(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Tooltip.Provider delay={400}>
          <RouterProvider router={router} />
          <Reauthentication />
          <SignInAgain />
          <Toasts />
        </Tooltip.Provider>
      </QueryClientProvider>
    </StrictMode>,
  ),
)

// The web app's entry: renders the routes into the document that the server sent.
import './main.css'
import '../lib/preact/controlled-fields.ts'
import '../lib/preact/effects-before-events.ts'
import '../lib/preact/suspense-retries.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { later, loadRest, loadRestSoon } from '../components/later.tsx'
import { loadToastListWith } from '../components/toast-queue.ts'
import { loadCurrentLanguage } from '../lib/language.ts'
import { queryClient } from '../lib/queries.ts'
import { Reauthentication } from '../lib/reauthentication.tsx'
import { router } from './routes.tsx'
import { SignInAgain } from './sign-in-again.tsx'

const ToastList = later(() => import('../components/toast-list.tsx').then(({ ToastList }) => ToastList))
const Tooltips = later(() => import('../components/tooltips.tsx').then(({ Tooltips }) => Tooltips))
loadToastListWith(loadRest)

const root = document.getElementById('root')
if (!root) throw new Error('the document has no #root')

// Renders when everything that the page needs is loaded; until then, the document shows a logo. If that takes longer, the
// frame is rendered first. Errors are shown by the page.
const longestWaitMilliseconds = 500
const longestWait = new Promise((resolve) => setTimeout(resolve, longestWaitMilliseconds))
const loaded = Promise.race([router.load(), longestWait]).catch(() => {})
void Promise.all([loaded, loadCurrentLanguage()]).then(() => {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Reauthentication />
        <SignInAgain />
        <ToastList />
        <Tooltips />
      </QueryClientProvider>
    </StrictMode>,
  )
  loadRestSoon()
})

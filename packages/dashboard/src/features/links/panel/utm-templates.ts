// Templates of campaign parameters, stored in this browser for each user.
import { useState } from 'react'
import { useMe } from '../../../lib/session.ts'
import type { Utm } from './utm.ts'

const mostTemplates = 50

type Templates = Record<string, Utm>

export function useTemplates() {
  // Other users may use this browser too.
  const storageName = `utm templates ${useMe().user.id}`
  const [templates, setTemplates] = useState(() => readTemplates(storageName))

  function store(next: Templates) {
    setTemplates(next)
    try {
      localStorage.setItem(storageName, JSON.stringify(next))
    } catch {
      // Without storage, they last until the page is closed.
    }
  }

  return {
    templates,
    /** Returns false if there is no name, or no room for another template. */
    save(name: string, utm: Utm): boolean {
      if (name === '' || (Object.keys(templates).length >= mostTemplates && !(name in templates)))
        return false
      store({ ...templates, [name]: utm })
      return true
    },
    remove(name: string) {
      const { [name]: _removed, ...others } = templates
      store(others)
    },
  }
}

function readTemplates(storageName: string): Templates {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageName) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Templates) : {}
  } catch {
    return {}
  }
}

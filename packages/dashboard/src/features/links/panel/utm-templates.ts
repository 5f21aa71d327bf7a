// Templates of campaign parameters, stored in this browser for each user.

import type { Utm } from '@linnet/contract/utm'
import { useState } from 'react'
import { useMe } from '../../../lib/session.ts'
import { readTemplates, type Templates, withoutTemplate, withTemplate } from './saved-templates.ts'

export function useTemplates() {
  // Other users may use this browser too.
  const storageName = `utm templates ${useMe().user.id}`
  const [templates, setTemplates] = useState(() => readStored(storageName))

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
      const next = withTemplate(templates, name, utm)
      if (next) store(next)
      return next !== null
    },
    remove: (name: string) => store(withoutTemplate(templates, name)),
  }
}

function readStored(storageName: string): Templates {
  try {
    return readTemplates(localStorage.getItem(storageName))
  } catch {
    // Browsers may forbid reading.
    return {}
  }
}

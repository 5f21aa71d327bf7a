// The active point of a chart: chosen by pointer, finger or keyboard.
import {
  type Dispatch,
  type KeyboardEvent,
  type PointerEvent,
  type SetStateAction,
  useRef,
  useState,
} from 'react'
import type { Scale } from './chart-geometry.ts'
import type { ChartPoint } from './chart-point.ts'

interface ActivePointNeeds {
  points: readonly ChartPoint[]
  scale: Scale
  onChoose?: ((index: number) => void) | undefined
}

export interface ActivePoint {
  /** The index of the point; null if none is active. */
  active: number | null
  setActive: Dispatch<SetStateAction<number | null>>
  /** Where the keyboard starts: the index of the newest known value. */
  newest: number
  onKeyDown(event: KeyboardEvent): void
  pointerHandlers: Record<
    'onPointerMove' | 'onPointerLeave' | 'onPointerUp',
    (event: PointerEvent<HTMLElement>) => void
  >
}

export function useActivePoint({ points, scale, onChoose }: ActivePointNeeds): ActivePoint {
  const [active, setActive] = useState<number | null>(null)
  // A finger's first tap shows a point, and its second one chooses it.
  const touched = useRef<number | null>(null)
  const indexOf = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) =>
    scale.indexAt(clientX - currentTarget.getBoundingClientRect().left)
  return {
    active,
    setActive,
    newest: Math.max(
      0,
      points.findLastIndex(({ value }) => value !== null),
    ),
    onKeyDown({ key }) {
      if (key === 'Escape') setActive(null)
      if (key === 'Enter' && active !== null) onChoose?.(active)
    },
    pointerHandlers: {
      onPointerMove: (event) => setActive(indexOf(event)),
      onPointerLeave({ pointerType }) {
        // Lifting a finger ends the touch, but the user still wants to read.
        if (pointerType !== 'touch') setActive(null)
      },
      onPointerUp(event) {
        const index = indexOf(event)
        const isShown = event.pointerType !== 'touch' || touched.current === index
        touched.current = index
        setActive(index)
        if (isShown) onChoose?.(index)
      },
    },
  }
}

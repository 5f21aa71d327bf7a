// An icon as a component: its shapes in a square of 24, stroked in the colour of the text beside it.
import { createElement, type ReactElement, type SVGProps } from 'react'

/** An element, or what a path is drawn along, which most are. */
type Shape = [element: string, attributes: Record<string, string>] | string
export type Icon = (props: SVGProps<SVGSVGElement>) => ReactElement

const look: SVGProps<SVGSVGElement> = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  // It repeats what stands beside it, so screen readers pass over it.
  'aria-hidden': true,
}

const draw = (shape: Shape) =>
  typeof shape === 'string' ? createElement('path', { d: shape }) : createElement(...shape)

export function icon(...shapes: Shape[]): Icon {
  const drawn = shapes.map(draw)
  return (props) => createElement('svg', { ...look, ...props }, ...drawn)
}

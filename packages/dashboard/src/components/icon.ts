// An icon as a component: shapes in a 24 × 24 square, stroked in the colour of the text next to it.
import { createElement, type ReactElement, type SVGProps } from 'react'

/** An element or, in most cases, the data of a path. */
type Shape = [element: string, attributes: Record<string, string>] | string
export type Icon = (props: SVGProps<SVGSVGElement>) => ReactElement

const svgProps: SVGProps<SVGSVGElement> = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  // It repeats the text next to it, so screen readers skip it.
  'aria-hidden': true,
}

const elementOf = (shape: Shape) =>
  typeof shape === 'string' ? createElement('path', { d: shape }) : createElement(...shape)

export function icon(...shapes: Shape[]): Icon {
  const elements = shapes.map(elementOf)
  return (props) => createElement('svg', { ...svgProps, ...props }, ...elements)
}

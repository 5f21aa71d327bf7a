// Renders the components of a page, with their spoilers and locks, and collects what each one needs of the page.
import type { ComponentData, ComponentKind } from '@linnet/contract'
import type { Language } from '@linnet/languages'
import type { Child } from 'hono/jsx'
import { backgroundOf, backgroundProperties, backgroundStyles } from '../components/background.tsx'
import type { ComponentView, RenderContext, Sources } from '../components/component.ts'
import { viewOf } from '../components/index.ts'
import { LockCard, lockStyles } from '../components/lock.tsx'
import { Spoiler, type SpoilerData, spoilerProperties, spoilerStyles } from '../components/spoiler.tsx'
import { type Font, fontNamed } from '../fonts/fonts.ts'
import type { Theme } from '../themes/theme.ts'
import { micrositeMessages } from './messages.ts'
import type { MicrositePage, ShownComponent } from './microsite-page.ts'
import { isMissing, Picture } from './picture.tsx'

/** A rendered component, with what its page needs for it. */
export interface RenderedComponent {
  id: string
  kind: ComponentKind
  content: Child
  /** The background image, or null. */
  background: Child
  styles: readonly string[]
  fonts: readonly Font[]
  customProperties: Record<`--${string}`, string | null>
  sources: Sources
  needsScript: boolean
}

/** Renders the components of a page in order, without those that have nothing to show yet. */
export function renderComponents(page: MicrositePage, language: Language, theme: Theme): RenderedComponent[] {
  const first = page.components.find(
    ({ kind, lock, data }) => !lock.locked && viewOf(kind).hasImage?.(data, page),
  )
  return page.components.flatMap((component) => {
    const context: RenderContext = { page, component, language, eager: component === first }
    const rendered = renderComponent(viewOf(component.kind), context, theme)
    return rendered === null ? [] : [rendered]
  })
}

type View = ComponentView<ComponentKind>

function renderComponent(view: View, context: RenderContext, theme: Theme): RenderedComponent | null {
  return context.component.lock.locked
    ? renderLocked(view, context, theme)
    : renderUnlocked(view, context, theme)
}

function renderLocked(view: View, context: RenderContext, theme: Theme): RenderedComponent {
  const { page, component, language } = context
  const { id, kind, lock } = component
  const data = component.data as ComponentData
  return {
    id,
    kind,
    content: view.renderLocked?.(data, context) ?? (
      <LockCard page={page} component={component} language={language} />
    ),
    background: null,
    customProperties: view.customProperties?.(data, theme) ?? {},
    styles: [...ownStyles(view), lockStyles],
    fonts: fontsOf(data),
    sources: {},
    // The script unlocks it in place.
    needsScript: lock.locked && lock.canOpen,
  }
}

function renderUnlocked(view: View, context: RenderContext, theme: Theme): RenderedComponent | null {
  const { page, component } = context
  const { id, kind } = component
  const data = component.data as ComponentData
  const content = view.render(data, context)
  if (content === null || content === undefined || content === false) return null
  const path = backgroundPath(context)
  const spoiler: SpoilerData | null = 'isSpoiler' in data && data.isSpoiler === true ? data : null
  return {
    id,
    kind,
    content: spoiler ? withSpoiler(spoiler, content, context) : content,
    background: path === undefined ? null : <Background path={path} context={context} />,
    styles: [
      ...(spoiler ? [spoilerStyles] : []),
      ...ownStyles(view),
      ...(path === undefined ? [] : [backgroundStyles]),
    ],
    fonts: fontsOf(data),
    customProperties: {
      ...view.customProperties?.(data, theme),
      ...(spoiler ? spoilerProperties(spoiler, theme) : {}),
      ...(path === undefined ? {} : backgroundProperties(data, theme)),
    },
    sources: view.sources?.(data, page) ?? {},
    needsScript: view.needsScript?.(data, page) ?? false,
  }
}

const ownStyles = ({ shares = [], styles }: View): string[] => [...shares, styles]

const withSpoiler = (spoiler: SpoilerData, content: Child, { page, language }: RenderContext) => (
  <Spoiler data={spoiler} page={page} messages={micrositeMessages(language)}>
    {content}
  </Spoiler>
)

/** The path of its background image; undefined if it has none, or if the image is missing. */
function backgroundPath({ page, component }: RenderContext): string | undefined {
  const path = backgroundOf(component)
  return path && !isMissing(page, path) ? path : undefined
}

const Background = ({ path, context: { page, component } }: { path: string; context: RenderContext }) => (
  <Picture
    page={page}
    path={path}
    alt=""
    class="behind"
    sizes="(min-width: 40rem) 36rem, 100vw"
    eager={component === page.components[0]}
  />
)

/** The bundled fonts that its fields name. */
function fontsOf(data: ShownComponent['data']): Font[] {
  const names = [
    'textFont' in data ? data.textFont : undefined,
    'isSpoiler' in data && data.isSpoiler ? data.spoilerButtonFont : undefined,
  ]
  return names.flatMap((name) => fontNamed(name) ?? [])
}

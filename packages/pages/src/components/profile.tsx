// PROFILE: the owner's picture, name and description.
import { isMissing, Picture } from '../microsite/picture.tsx'
import type { ComponentView } from './component.ts'
import { visibleText } from './visible-text.ts'

export const profile: ComponentView<'PROFILE'> = {
  styles: `
.profile { display: grid; justify-items: center; gap: .5rem; text-align: center; }
.profile img { width: 7rem; height: 7rem; margin-bottom: .5rem; border-radius: var(--avatar-radius); object-fit: cover; box-shadow: 0 0 0 4px var(--surface); }
.profile h1 { color: var(--title, inherit); }
.profile p { max-width: 30rem; color: var(--soft); font-size: 1.0625rem; white-space: pre-line; }
@media (min-width: 40rem) { .profile img { width: 8rem; height: 8rem; } }
`,
  render: ({ title, description, image }, { page, eager }) => {
    const text = visibleText(description) ?? visibleText(page.description)
    return (
      <div class="profile">
        {image && !isMissing(page, image) ? (
          <Picture page={page} path={image} alt="" sizes="8rem" eager={eager} />
        ) : null}
        <h1 dir="auto">{visibleText(title) ?? page.title}</h1>
        {text === undefined ? null : <p dir="auto">{text}</p>}
      </div>
    )
  },
  customProperties: ({ titleColor }) => ({ '--title': titleColor ?? null }),
  hasImage: ({ image }, page) => image !== undefined && !isMissing(page, image),
}

// The rules of a link in its panel. Their editor is loaded when the section is first opened.
import type { Link } from '@linnet/contract'
import { lazy, Suspense } from 'react'
import { Loading, Skeleton } from '../../../../components/states.tsx'
import { useMessages } from '../../../../lib/language.ts'
import { ruleMessages } from '../../../rules/messages.ts'
import { panelMessages } from '../messages.ts'
import { Section } from './section.tsx'
import type { SectionProps } from './section-props.ts'

const RulesEditor = lazy(() =>
  import('../../../rules/rules-editor.tsx').then((file) => ({ default: file.RulesEditor })),
)

const isAboutRules = (path: string) => path === 'rules' || path.startsWith('rules.')

export function RulesSection({ link, draft, errors }: SectionProps & { link: Link }) {
  const text = useMessages(panelMessages)
  const { count } = useMessages(ruleMessages)
  const { values, set } = draft
  return (
    <Section
      title={text.rules}
      summary={values.rules.length > 0 ? count(values.rules.length) : ''}
      isLazy
      hasError={Object.keys(errors).some(isAboutRules)}
    >
      <Suspense
        fallback={
          <Loading>
            <Skeleton className="h-40" />
          </Loading>
        }
      >
        <RulesEditor
          linkId={link.id}
          longUrl={values.long_url}
          rules={values.rules}
          errors={errors}
          onChange={(rules) => set('rules', rules)}
        />
      </Suspense>
    </Section>
  )
}

// The tables of the reference: the fields of a body, the parameters of a call, and plain pairs.
import type { Child } from 'hono/jsx'
import { rulesOf, typeOf } from './describe.ts'
import type { Field } from './fields.ts'
import type { OpenApiDocument, Parameter } from './openapi-document.ts'
import { Inline, Prose } from './prose.tsx'

type Row = { name: string; note?: string | undefined; cell: Child }

/** A name that may wrap after its dots and underscores. */
const Name = ({ name }: { name: string }) => (
  <code>
    {name.split(/(?<=[._](?=.))/).map((part, position) => (
      <>
        {position > 0 ? <wbr /> : null}
        {part}
      </>
    ))}
  </code>
)

export const Table = ({ heads, rows }: { heads: [string, string]; rows: Row[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">{heads[0]}</th>
        <th scope="col">{heads[1]}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ name, note, cell }) => (
        <tr>
          <th scope="row">
            <Name name={name} />
            {note === undefined ? null : <span class={`note ${note}`}>{note}</span>}
          </th>
          <td>{cell}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Meaning = ({ type, rules, description }: { type: string; rules: string[]; description: string }) => (
  <>
    <p class="kind">
      {type}
      {rules.length > 0 ? <Inline text={`, ${rules.join(', ')}`} /> : null}
    </p>
    <Prose text={description} />
  </>
)

export const FieldTable = ({ fields }: { fields: Field[] }) => (
  <Table
    heads={['Field', 'Meaning']}
    rows={fields.map((field) => ({
      name: field.name,
      note: field.required ? 'required' : undefined,
      cell: <Meaning type={field.type} rules={field.rules} description={field.description} />,
    }))}
  />
)

type ParameterTableProps = { document: OpenApiDocument; parameters: Parameter[] }

export const ParameterTable = ({ document, parameters }: ParameterTableProps) => (
  <Table
    heads={['Parameter', 'Meaning']}
    rows={parameters.map(({ name = '', in: place = 'query', required, schema = {}, description }) => ({
      name,
      note: required ? 'required' : undefined,
      cell: (
        <Meaning
          type={`${typeOf(document, schema)} in the ${place}`}
          rules={rulesOf(document, schema)}
          description={description ?? schema.description ?? ''}
        />
      ),
    }))}
  />
)

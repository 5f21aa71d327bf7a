// Plans: what an account may do, and how much. They are data, so that operators can define their own.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ConfigError } from '../../../platform/config-error.ts'

const amount = z.int().min(0).nullable().default(null)

const Plan = z.strictObject({
  links: amount,
  custom_slug_renames: amount,
  microsites: amount,
  mcp_calls: amount,
  /** How many shared workspaces a person with this plan can own. */
  workspaces: amount,
  analytics_days: z.int().min(1).nullable().default(null),
  requests_per_minute: z.int().min(1).max(10_000_000).default(38),
  bulk_shortening: z.boolean().default(true),
  image_slide: z.boolean().default(true),
  microsite_visibility: z.boolean().default(true),
  hosted_mcp_enabled: z.boolean().default(true),
})
export type Plan = z.output<typeof Plan>

/** What counts toward a plan's limits, with the period of each limit. */
export const metrics = {
  links: 'month',
  custom_slug_renames: 'month',
  microsites: 'all',
  mcp_calls: 'month',
} as const
export type Metric = keyof typeof metrics

const Plans = z
  .record(z.string().min(1).max(48), Plan)
  .refine((plans) => Object.keys(plans).length > 0, 'needs a plan')

const builtIn = Plans.parse({
  unlimited: {},
  free: {
    links: 100,
    custom_slug_renames: 5,
    microsites: 1,
    mcp_calls: 0,
    workspaces: 1,
    analytics_days: 30,
    bulk_shortening: false,
    image_slide: false,
    microsite_visibility: false,
    hosted_mcp_enabled: false,
  },
  pro: {
    links: 5000,
    custom_slug_renames: 100,
    microsites: 10,
    mcp_calls: 1000,
    analytics_days: 365,
    workspaces: 3,
  },
  business: { links: 100_000, custom_slug_renames: 1000, microsites: 100, mcp_calls: 50_000 },
})

export interface PlanBook {
  /** The plan with that name, or the default one if it was removed from the file. */
  get(name: string): Plan
  /** The name of the plan that an account with the plan `name` has: the default one if `name` no longer exists. */
  nameOf(name: string): string
  has(name: string): boolean
  names: string[]
  defaultName: string
}

/** The built-in plans, or those in `file`; throws a ConfigError if the file can't be used. */
export function loadPlans(file: string | null, defaultName: string): PlanBook {
  const plans = file ? readPlans(file) : builtIn
  const fallback = Object.hasOwn(plans, defaultName) ? plans[defaultName] : undefined
  const names = Object.keys(plans)
  if (!fallback)
    throw new ConfigError(
      `DEFAULT_PLAN "${defaultName}" is not one of the plans ${names.join(', ')}; set DEFAULT_PLAN to one of them`,
    )
  return {
    get: (name) => (Object.hasOwn(plans, name) ? plans[name] : undefined) ?? fallback,
    nameOf: (name) => (Object.hasOwn(plans, name) ? name : defaultName),
    has: (name) => Object.hasOwn(plans, name),
    names,
    defaultName,
  }
}

function readPlans(file: string) {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ConfigError(`PLANS_FILE ${file} can't be read as JSON: ${(error as Error).message}`)
  }
  const parsed = Plans.safeParse(content)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new ConfigError(
    `PLANS_FILE ${file} is invalid at ${issue?.path.join('.') || 'its root'}: ${issue?.message}`,
  )
}

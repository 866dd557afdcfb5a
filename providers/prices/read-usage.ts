import { extractUsage, findProvider } from '@pydantic/genai-prices';
import { isUnitCount } from './is-unit-count.ts';
import { UsagePaths } from './usage-paths.ts';

/** Whose words an answer is in: a provider of the price table, and one of the forms that it answers in. */
export interface UsageForm {
  readonly priceProvider: string;
  readonly flavor: string;
}

export interface ReadUsage {
  /** The model that answered, in the words of the provider; undefined where the answer names none. */
  readonly model: string | undefined;
  /** What was used, by the units of the price table, such as `input_tokens`; what a cache held is part of it. */
  readonly units: UnitCounts;
}

export type UnitCounts = Readonly<Record<string, number>>;

/** Of each form that was read, of which there are few; `package` where only the package can read it. */
const layouts = new Map<string, UsagePaths | 'package'>();

/**
 * What an answer says was used; undefined where it does not say so, which is not a usage of 0, and where it says what no call can use.
 */
export function readUsage(answer: unknown, form: UsageForm): ReadUsage | undefined {
  const { priceProvider, flavor } = form;
  const name = `${priceProvider} ${flavor}`;
  const known = layouts.get(name);
  if (known instanceof UsagePaths) return known.read(answer);
  const provider = findProvider({ providerId: priceProvider });
  if (provider === undefined) return undefined;
  if (known === undefined) {
    layouts.set(name, UsagePaths.of(provider, flavor) ?? 'package');
    return readUsage(answer, form);
  }
  try {
    const { model, usage } = extractUsage(provider, answer, flavor);
    const units = definedOf(usage);
    return Object.values(units).every(isUnitCount) ? { model: model ?? undefined, units } : undefined;
  } catch {
    // The package throws for an answer without usage, or with one of another form.
    return undefined;
  }
}

function definedOf(usage: Readonly<Record<string, number | undefined>>): UnitCounts {
  return Object.fromEntries(Object.entries(usage).filter((entry): entry is [string, number] => entry[1] !== undefined));
}

import { invalidMember } from '../../kernel/errors.ts';
import { DATASET_LIMITS } from './dataset-limits.ts';

/** Texts with placeholders such as `{city}`, and the values of each placeholder. */
export interface TemplateSet {
  readonly templates: readonly string[];
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** The maximum number of texts. */
  readonly limit: number;
  /** A whole number from 0. Of more combinations than the limit, it selects those to expand. */
  readonly seed: number;
}

/** An expanded template. */
export interface ExpandedTemplate {
  readonly text: string;
  /** The position of the template, from 0. */
  readonly template: number;
  readonly values: Readonly<Record<string, string>>;
}

const PLACEHOLDER = /\{([a-z][a-z0-9_]{0,31})\}/g;

/** A share of the golden ratio, by which consecutive selections step through all combinations. */
const STEP_SHARE = 618_034n;
const WHOLE = 1_000_000n;

/**
 * The texts of templates, one for each combination of values: template by template, the last placeholder of a template
 * fastest. If there are more combinations than the limit, a selection that the seed determines, in the same order.
 * @throws Refusal `validation_failed` for a placeholder without values, for values that no template uses, and for a
 *   text that is too long
 */
export function expandTemplates({ templates, values, limit, seed }: TemplateSet): ExpandedTemplate[] {
  const forms = templates.map((text, template) => ({ text, template, names: placeholdersIn(text) }));
  requireMatchingValues(forms, values);
  const sizes = forms.map(({ names }) => names.reduce((size, name) => size * BigInt(values[name]?.length ?? 0), 1n));
  const total = sizes.reduce((sum, size) => sum + size, 0n);
  return selectedNumbers(total, BigInt(limit), BigInt(seed)).map((number) => {
    let [index, rest] = [0, number];
    for (const size of sizes) {
      if (rest < size) break;
      [index, rest] = [index + 1, rest - size];
    }
    return expand(forms[index] ?? { text: '', template: index, names: [] }, values, rest);
  });
}

interface TemplateForm {
  readonly text: string;
  readonly template: number;
  /** The placeholders, each once, in the order in which they first appear. */
  readonly names: readonly string[];
}

function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))];
}

function requireMatchingValues(forms: readonly TemplateForm[], values: TemplateSet['values']): void {
  for (const { template, names } of forms) {
    const missing = names.find((name) => !Object.hasOwn(values, name));
    if (missing !== undefined)
      throw invalidMember(
        `/synthetic/templates/${template}`,
        `The placeholder {${missing}} has no values. Add them to \`values\`, or remove the placeholder.`,
      );
  }
  const used = new Set(forms.flatMap(({ names }) => names));
  const unused = Object.keys(values).find((name) => !used.has(name));
  if (unused !== undefined)
    throw invalidMember(`/synthetic/values/${unused}`, 'No template has this placeholder. Remove its values.');
}

/** Different numbers below `total`, at most `limit`, in their order. */
function selectedNumbers(total: bigint, limit: bigint, seed: bigint): bigint[] {
  const isComplete = total <= limit;
  const count = isComplete ? total : limit;
  const step = isComplete ? 1n : coprimeStep(total);
  const start = isComplete ? 0n : seed % total;
  const numbers = Array.from({ length: Number(count) }, (_, at) => (start + BigInt(at) * step) % total);
  return numbers.toSorted((a, b) => (a < b ? -1 : 1));
}

/** A step that visits every number below `total` before any twice. */
function coprimeStep(total: bigint): bigint {
  let step = (total * STEP_SHARE) / WHOLE;
  while (greatestCommonDivisor(step, total) !== 1n) step += 1n;
  return step;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [one, other] = [a, b];
  while (other !== 0n) [one, other] = [other, one % other];
  return one;
}

function expand(
  { text, template, names }: TemplateForm,
  values: TemplateSet['values'],
  number: bigint,
): ExpandedTemplate {
  const chosen: Record<string, string> = {};
  let rest = number;
  for (const name of names.toReversed()) {
    const list = values[name] ?? [];
    chosen[name] = list[Number(rest % BigInt(list.length))] ?? '';
    rest /= BigInt(list.length);
  }
  const growth = [...text.matchAll(PLACEHOLDER)].reduce(
    (sum, [placeholder, name = '']) => sum + (chosen[name] ?? '').length - placeholder.length,
    0,
  );
  if (text.length + growth > DATASET_LIMITS.expandedText)
    throw invalidMember(
      `/synthetic/templates/${template}`,
      `A text of this template has more than ${DATASET_LIMITS.expandedText} characters. Shorten the template or its values.`,
    );
  const expanded = text.replaceAll(PLACEHOLDER, (_placeholder, name: string) => chosen[name] ?? '');
  const ordered = Object.fromEntries(names.map((name) => [name, chosen[name] ?? '']));
  return { text: expanded, template, values: ordered };
}

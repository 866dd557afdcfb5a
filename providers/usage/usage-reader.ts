import { extractUsage, type Provider } from '@pydantic/genai-prices';
import type { UnpricedReason } from '../../domain/models/price.ts';
import { isJsonObject, type JsonObject } from '../json-parts.ts';
import { answerTerms } from './answer-terms.ts';
import { isUnitCount } from './is-unit-count.ts';
import { MemberReading } from './member-reading.ts';
import type { PriceTerms, UnitCounts, UsagePart } from './price-terms.ts';
import { readIterations } from './read-iterations.ts';
import { listUsageMembers, type UsageMembers } from './list-usage-members.ts';
import { leadingNames, pathNames, UsagePaths, valueAt, type UsagePath } from './usage-paths.ts';

export interface ReadUsage {
  /** The model that answered, in the words of the provider; undefined if the answer names no model. */
  readonly model: string | undefined;
  /** The total usage, by the units of the price table, such as `input_tokens`; cached tokens are part of it. */
  readonly units: UnitCounts;
  /** The terms that decide the price, in addition to the units; absent if there are none. */
  readonly terms?: PriceTerms | undefined;
  /** The dimensions of the service level that the answer states, such as `service_tier`; absent if it states none. */
  readonly stated?: readonly string[] | undefined;
}

interface Counted {
  readonly model: string | undefined;
  readonly units: Record<string, number>;
}

/** A reader for answers of one form: their usage, and everything else that decides their price. */
export class UsageReader {
  readonly #provider: Provider;
  readonly #flavor: string;
  /** Undefined if only the package can read such answers. */
  readonly #paths: UsagePaths | undefined;
  readonly #root: UsagePath;
  readonly #members: UsageMembers;

  constructor(provider: Provider, flavor: string) {
    this.#provider = provider;
    this.#flavor = flavor;
    this.#paths = UsagePaths.of(provider, flavor);
    const extractor = provider.extractors?.find(({ api_flavor: name }) => name === flavor);
    this.#root = pathNames(extractor?.root) ?? [];
    this.#members = listUsageMembers(
      provider.id,
      (extractor?.mappings ?? []).map(({ path }) => leadingNames(path)),
    );
  }

  /**
   * The usage of an answer. Undefined if the answer does not state a usage, which differs from a usage of 0, or states
   * an impossible one.
   * @param isWhole true if no part of the answer is omitted
   */
  read(answer: unknown, isWhole: boolean): ReadUsage | undefined {
    if (!isJsonObject(answer)) return undefined;
    const usage = valueAt(this.#root, answer);
    if (!isJsonObject(usage)) return undefined;
    const counted = this.#paths === undefined ? this.#countByPackage(answer) : this.#paths.read(answer);
    if (counted === undefined) return undefined;
    const { model, units } = counted;
    const reading = new MemberReading(units);
    reading.see(usage, this.#members);
    this.#addSums(reading);
    if (reading.isAbsurd || !areCounts(units)) return undefined;
    const parts = this.#partsOf(reading);
    const terms = answerTerms(answer, isWhole ? undefined : this.#flavor);
    reading.seeService('service_tier', terms.serviceTier);
    if (terms.webSearches > 0) reading.seeUnit('web_searches', terms.webSearches);
    if (terms.fileSearches > 0) reading.seeUnit('storage_searches', terms.fileSearches);
    return { model, units, terms: termsOf(reading, parts, terms.reason), stated: reading.stated };
  }

  #countByPackage(answer: unknown): Counted | undefined {
    try {
      const { model, usage } = extractUsage(this.#provider, answer, this.#flavor);
      const units: Record<string, number> = {};
      for (const [unit, count] of Object.entries(usage)) {
        if (count === undefined) continue;
        if (!isUnitCount(count)) return undefined;
        units[unit] = count;
      }
      return { model: model ?? undefined, units };
    } catch {
      // The package throws if the answer has no usage, or has it in another form.
      return undefined;
    }
  }

  /** Adds and checks the sums of a usage: cache writes by lifetime, uncached input, and all tokens. */
  #addSums(reading: MemberReading): void {
    const { units, total, missed } = reading;
    addKept(units);
    const { input_tokens: input = 0, output_tokens: output = 0, cache_read_tokens: read = 0 } = units;
    if (missed !== undefined && input - read !== missed) reading.reason ??= 'usage_inconsistent';
    if (total === undefined || total === input + output) return;
    if (this.#isThoughtApart && total > input + output) addThoughts(units, total);
    else reading.reason ??= 'usage_inconsistent';
  }

  /** True if only the total includes the thinking tokens. */
  get #isThoughtApart(): boolean {
    return this.#provider.id === 'google' && this.#flavor === 'chat';
  }

  /**
   * The iterations of a message as separately charged parts, if there are others than the message itself. The units
   * then become the sums of all iterations.
   */
  #partsOf(reading: MemberReading): readonly UsagePart[] | undefined {
    const { iterations, units } = reading;
    if (iterations === undefined || (Array.isArray(iterations) && iterations.length === 0)) return undefined;
    const read = readIterations(iterations, units, (usage) => this.#readPart(usage));
    if (typeof read !== 'string') return read;
    reading.reason ??= read;
    return undefined;
  }

  /** The units of an iteration, or the reason why they are unknown. */
  #readPart(usage: JsonObject): UnitCounts | UnpricedReason {
    const counted = this.#paths?.count(usage);
    if (counted === undefined) return 'usage_not_understood';
    const reading = new MemberReading(counted);
    reading.see(usage, this.#members);
    this.#addSums(reading);
    const isKnown = !reading.isAbsurd && reading.iterations === undefined && reading.served === undefined;
    return isKnown ? (reading.reason ?? counted) : 'usage_not_understood';
  }
}

function areCounts(units: UnitCounts): boolean {
  for (const unit in units) if (!isUnitCount(units[unit] as number)) return false;
  return true;
}

/** Adds up the cache writes of each lifetime if the usage does not state their total. */
function addKept(units: Record<string, number>): void {
  const { cache_write_5m_tokens: short = 0, cache_write_1h_tokens: long = 0, cache_write_tokens: written = 0 } = units;
  if (written > 0 || short + long === 0) return;
  units['cache_write_tokens'] = short + long;
  units['input_tokens'] = (units['input_tokens'] ?? 0) + short + long;
}

function addThoughts(units: Record<string, number>, total: number): void {
  const { input_tokens: input = 0, output_tokens: output = 0 } = units;
  units['output_reasoning_tokens'] ??= total - input - output;
  units['output_tokens'] = total - input;
}

function termsOf(
  { served = [], reason, statedUsd, isPaidElsewhere }: MemberReading,
  parts: readonly UsagePart[] | undefined,
  further: UnpricedReason | undefined,
): PriceTerms | undefined {
  const first = reason ?? further ?? (isPaidElsewhere ? 'service_not_in_table' : undefined);
  if (served.length === 0 && parts === undefined && first === undefined && statedUsd === undefined) return undefined;
  return { served, parts, reason: first, statedUsd };
}

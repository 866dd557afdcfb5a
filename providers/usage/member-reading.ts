import type { UnpricedReason } from '../../domain/models/price.ts';
import { isJsonObject, type JsonObject } from '../json-parts.ts';
import { isEmptyValue } from './is-empty-value.ts';
import { isUnitCount } from './is-unit-count.ts';
import type { ServiceLevel } from './price-terms.ts';
import { isStandardService } from './service-factor.ts';
import type { UsageMember, UsageMembers } from './list-usage-members.ts';

/** The suffixes of member names that state a duration. */
const TIMES: readonly string[] = ['_time', '_ms', '_latency'];

type Amount = Extract<UsageMember, { readonly usd: number }>;

/** The maximum amount that is believed, more than any call costs. */
const MAX_USD = 100_000;

function isAmount(member: UsageMember | UsageMembers | undefined): boolean {
  return typeof member === 'object' && 'usd' in member;
}

/** The reading of the usage members that the package does not know. */
export class MemberReading {
  /** The units that the package has read, and those that are added here. */
  readonly units: Record<string, number>;
  served: ServiceLevel[] | undefined;
  /** The dimensions of the service level that the usage states, standard or not. */
  stated: string[] | undefined;
  /** The first reason for an unknown price that was found. */
  reason: UnpricedReason | undefined;
  iterations: unknown;
  /** True if a count is impossible for a call. */
  isAbsurd = false;
  /** The number of all tokens; undefined if not stated. `missed` is the number of uncached input tokens. */
  total: number | undefined;
  missed: number | undefined;

  #isOwnKey = false;
  readonly #usd: { call: number | undefined; behind: number | undefined } = { call: undefined, behind: undefined };

  constructor(units: Record<string, number>) {
    this.units = units;
  }

  /** Reads all members of a usage, because each of them may decide the price. */
  see(usage: JsonObject, members: UsageMembers): void {
    for (const name in usage) {
      const value = usage[name];
      if (value === null) continue;
      const member = members.get(name);
      if (member === 'info' || (value === 0 && !isAmount(member))) continue;
      if (member === undefined) this.#seeUnknown(name, value);
      else if (member instanceof Map) {
        if (isJsonObject(value)) this.see(value, member as UsageMembers);
        else if (!isEmptyValue(value)) this.#fail('usage_not_understood');
      } else this.#seeKnown(member as Exclude<UsageMember, 'info'>, value);
    }
  }

  /** Reads one dimension of the service level. An empty value states nothing. */
  seeService(dimension: string, value: unknown): void {
    if (value === undefined || value === null || value === '') return;
    (this.stated ??= []).push(dimension);
    if (typeof value !== 'string') this.#fail('usage_not_understood');
    else if (!isStandardService({ dimension, value })) (this.served ??= []).push({ dimension, value });
  }

  /** Reads a further count of a unit. It must equal an earlier count, or is the first one. */
  seeUnit(unit: string, count: unknown): void {
    if (typeof count !== 'number') {
      if (!isEmptyValue(count)) this.#fail('usage_not_understood');
      return;
    }
    const before = this.units[unit] ?? 0;
    if (!isUnitCount(count)) this.isAbsurd = true;
    else if (before === 0) this.units[unit] = count;
    else if (count !== 0 && count !== before) this.#fail('usage_inconsistent');
  }

  /** True if the caller's own key paid the provider behind this one and the charge is not stated. */
  get isPaidElsewhere(): boolean {
    return this.#isOwnKey && this.statedUsd === undefined;
  }

  /**
   * The cost of the call in USD that the provider states. If the caller's own key paid the provider behind this one,
   * that charge is added.
   */
  get statedUsd(): number | undefined {
    const { call, behind } = this.#usd;
    if (call === undefined || !this.#isOwnKey) return call;
    return behind === undefined ? undefined : call + behind;
  }

  #seeKnown(member: Exclude<UsageMember, 'info'>, value: unknown): void {
    if (typeof member === 'object') {
      if ('unit' in member) this.seeUnit(member.unit, value);
      else if ('dimension' in member) this.seeService(member.dimension, value);
      else this.#seeAmount(member, value);
    } else if (member === 'parts') this.iterations = value;
    else if (member === 'own_key') this.#isOwnKey = value === true;
    else if (member === 'tool') {
      if (!isEmptyValue(value)) this.#fail('tool_not_in_table');
    } else if (typeof value === 'number') this[member] = value;
    else if (!isEmptyValue(value)) this.#fail('usage_not_understood');
  }

  #seeAmount({ usd, of }: Amount, value: unknown): void {
    if (typeof value === 'number' && value >= 0 && value * usd <= MAX_USD) this.#usd[of] = value * usd;
    else this.#fail('usage_not_understood');
  }

  #seeUnknown(name: string, value: unknown): void {
    if (isEmptyValue(value) || TIMES.some((end) => name.endsWith(end))) return;
    this.#fail('usage_not_understood');
  }

  #fail(reason: UnpricedReason): void {
    this.reason ??= reason;
  }
}

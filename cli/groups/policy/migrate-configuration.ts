import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  parseDocument,
  Scalar,
  YAMLSeq,
  type Document,
  type Pair,
  type YAMLMap,
} from 'yaml';
import {
  FORMER_TIERS,
  FormerConfigurationSchema,
  type FormerConfiguration,
} from '../../../contracts/management/former-configuration-file.ts';
import { findShapeFaults } from '../../../contracts/wire/find-shape-faults.ts';
import { pathText } from '../../../domain/kernel/document-fault.ts';

/** One change of a migration. */
export interface MigrationChange {
  /** The member of the former file. */
  readonly from: string;
  /** The members of the current form that replace it. */
  readonly to: string;
}

/** A configuration file in the current form. */
export interface Migration {
  readonly content: string;
  /** Empty if the file already has the current form. */
  readonly changes: readonly MigrationChange[];
}

/** The reasons why a file of the former form cannot be migrated. */
export interface MigrationFaults {
  /** Sentences without a full stop that begin with the member. */
  readonly faults: readonly string[];
}

/** The members that only the former form has. */
const FORMER_MEMBERS = ['upstreams', 'policy'] as const;
const CURRENT_MEMBERS = ['providers', 'routing', 'mode'] as const;

/**
 * Migrates a configuration file from the former form, with `upstreams` and a two-tier `policy`, to the current one.
 * All other blocks stay, and comments outside of `policy`. A file without these two members is returned unchanged.
 */
export function migrateConfiguration(text: string): Migration | MigrationFaults {
  const document = parseDocument(text);
  const [broken] = document.errors;
  if (broken !== undefined) return { faults: [`the file is not valid YAML: ${firstLine(broken.message)}`] };
  const { contents } = document;
  if (!isMap(contents) || !FORMER_MEMBERS.some((name) => contents.has(name))) return { content: text, changes: [] };
  const faults = [...findFaults(document.toJS() as Record<string, unknown>), ...findAliases(contents)];
  if (faults.length > 0) return { faults };
  const former = document.toJS() as FormerConfiguration;
  const changes = [
    ...replaceUpstreams(document, contents, former),
    ...replacePolicy(document, contents, former),
    ...(contents.delete('version') ? [{ from: 'version', to: 'nothing: the current form has no version' }] : []),
  ];
  return { content: document.toString({ lineWidth: 120 }), changes };
}

function findFaults(value: Record<string, unknown>): string[] {
  const both = CURRENT_MEMBERS.filter((name) => Object.hasOwn(value, name));
  const former = Object.fromEntries(
    Object.entries(value).filter(([name]) => FORMER_MEMBERS.some((one) => one === name)),
  );
  const version = value['version'];
  return [
    ...both.map((name) => `${name} belongs to the current form, and upstreams and policy to the former one`),
    ...(version === undefined || version === 1 ? [] : ['version must be 1']),
    ...findShapeFaults(FormerConfigurationSchema, former).map(({ path, detail }) => `${pathText(path)} ${detail}`),
  ];
}

/** The upstreams that are written as an alias, which a list entry with a name of its own cannot be. */
function findAliases(contents: YAMLMap): string[] {
  const upstreams = contents.get('upstreams');
  if (!isMap(upstreams)) return [];
  return upstreams.items
    .filter(({ value }) => isAlias(value))
    .map(({ key }) => `upstreams.${String(key)} is an alias: write its members`);
}

/** Turns the mapping of upstreams into the list of providers. */
function replaceUpstreams(document: Document, contents: YAMLMap, former: FormerConfiguration): MigrationChange[] {
  const pair = requirePair(contents, 'upstreams');
  const served = modelsByUpstream(former.policy);
  const list = new YAMLSeq(document.schema);
  const entries = isMap(pair.value) ? pair.value.items : [];
  for (const { key, value } of entries) {
    const name = isScalar(key) ? String(key.value) : '';
    // An alias has no members of its own, and `findAliases` has refused it.
    if (!isMap(value)) continue;
    if (!value.has('models')) value.set(document.createNode('models'), document.createNode(served.get(name) ?? []));
    value.items.unshift(document.createPair('name', name));
    value.flow = false;
    // The comments above a name and behind its colon have one place in a list.
    const above = list.items.length === 0 && isMap(pair.value) ? pair.value.commentBefore : undefined;
    const comments = [above, isScalar(key) ? key.commentBefore : undefined, value.commentBefore];
    value.commentBefore = comments.filter((text) => typeof text === 'string').join('\n') || null;
    list.items.push(value);
  }
  setKey(pair, 'providers');
  pair.value = list;
  return Object.keys(former.upstreams).map((name, index) => ({
    from: `upstreams.${name}`,
    to: `providers[${index}]`,
  }));
}

/** Turns the two-tier policy into `mode` and `routing`. */
function replacePolicy(document: Document, contents: YAMLMap, { policy }: FormerConfiguration): MigrationChange[] {
  const pair = requirePair(contents, 'policy');
  const at = contents.items.indexOf(pair);
  const { mode = 'route', default: fallback = 'complex' } = policy;
  const rules = rulesOf(policy);
  const header = policy.tier_header;
  const ttl = policy.affinity_ttl;
  const routing = {
    tiers: FORMER_TIERS.map((name) => ({ name, ...providerAndModel(policy[name]) })),
    ...(rules.length > 0 && { rules }),
    default_tier: fallback,
    ...(header !== undefined && { overrides: { tier_header: header } }),
    ...(ttl !== undefined && { affinity: { ttl } }),
  };
  const modePair = document.createPair('mode', mode) as Pair;
  if (isScalar(pair.key) && isScalar(modePair.key)) {
    modePair.key.commentBefore = pair.key.commentBefore ?? null;
    modePair.key.spaceBefore = pair.key.spaceBefore ?? false;
  }
  contents.items.splice(at, 1, modePair, document.createPair('routing', routing) as Pair);
  return [
    { from: 'policy.mode', to: 'mode' },
    ...FORMER_TIERS.map((name, index) => ({ from: `policy.${name}`, to: `routing.tiers[${index}]` })),
    ...rules.map(({ id }, index) => ({
      from: id === 'small' ? 'policy.simple_max_input_tokens' : 'policy.simple_step_classes',
      to: `routing.rules[${index}]`,
    })),
    { from: 'policy.default', to: 'routing.default_tier' },
    ...(header === undefined ? [] : [{ from: 'policy.tier_header', to: 'routing.overrides.tier_header' }]),
    ...(ttl === undefined ? [] : [{ from: 'policy.affinity_ttl', to: 'routing.affinity.ttl' }]),
  ];
}

/** The rules that send a call to the tier `simple`. One match is enough, as for the former conditions. */
function rulesOf({ simple_max_input_tokens: tokens, simple_step_classes: classes }: FormerConfiguration['policy']) {
  return [
    ...(tokens === undefined ? [] : [{ id: 'small', tier: 'simple', max_input_tokens: tokens }]),
    ...(classes === undefined ? [] : [{ id: 'steps', tier: 'simple', step_classes: classes }]),
  ];
}

/** The models that the policy names, by their upstream. */
function modelsByUpstream(policy: FormerConfiguration['policy']): Map<string, string[]> {
  const models = new Map<string, string[]>();
  for (const tier of FORMER_TIERS) {
    const { provider, model } = providerAndModel(policy[tier]);
    const known = models.get(provider) ?? [];
    if (!known.includes(model)) models.set(provider, [...known, model]);
  }
  return models;
}

function providerAndModel(written: string): { readonly model: string; readonly provider: string } {
  const slash = written.indexOf('/');
  return { model: written.slice(slash + 1), provider: written.slice(0, slash) };
}

function requirePair(contents: YAMLMap, name: string): Pair {
  const pair = contents.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === name);
  if (pair === undefined) throw new Error(`The document has no member ${name}.`);
  return pair;
}

function setKey(pair: Pair, name: string): void {
  const key = new Scalar(name);
  if (isScalar(pair.key)) {
    key.commentBefore = pair.key.commentBefore ?? null;
    key.spaceBefore = pair.key.spaceBefore ?? false;
  }
  pair.key = key;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

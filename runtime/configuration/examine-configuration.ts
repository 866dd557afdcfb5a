import { findShapeFaults } from '../../contracts/wire/find-shape-faults.ts';
import { timeZones } from '../../contracts/wire/time-zone.ts';
import { ConfigurationFileSchema, type ConfigurationFile } from '../../contracts/management/configuration-file.ts';
import { checkConfiguration, type ConfigurationBlocks } from '../../domain/management/configuration-rules.ts';
import { isWithinPath, pathText, type DocumentFault } from '../../domain/kernel/document-fault.ts';
import { readYaml, type Position, type ReadYaml } from './read-yaml.ts';

/** Something that is said of one place of a file. */
export interface Remark extends Position {
  /** `evals.evaluators[0].id`; empty for the whole file. */
  readonly path: string;
  /** A sentence of which the path is the subject, without either. */
  readonly detail: string;
}

/**
 * The result for a file: `absent`, `valid`, `invalid` for its faults, or `not_composable` if it has none but requires
 * features that this version lacks.
 */
export interface Examination {
  readonly state: 'absent' | 'valid' | 'invalid' | 'not_composable';
  /** The file as it was written, without defaults; empty unless it is valid. */
  readonly file: ConfigurationFile;
  /** Faults, or what cannot be composed; in the order of the file. */
  readonly remarks: readonly Remark[];
  readonly warnings: readonly Remark[];
}

/** The most faults that are listed: finding the place of each takes time, and nobody reads thousands of them. */
const MAX_LISTED = 100;

/** Reads, checks and compiles a configuration file, for a start and for validation. */
export function examineConfiguration(text: string): Examination {
  const yaml = readYaml(text);
  const unread = yaml.faults.slice(0, MAX_LISTED).map(({ at, detail }) => ({ ...at, path: '', detail }));
  const state = 'invalid';
  if (unread.length > 0)
    return { state, file: {}, remarks: [...unread, ...unlisted(yaml.faults.length)], warnings: [] };
  const value = yaml.value ?? {};
  const misshapen = findShapeFaults(ConfigurationFileSchema, value);
  const { faults, refusals, warnings } = checkConfiguration(withoutMisshapen(value, misshapen), timeZones);
  const all = [
    ...misshapen,
    // What is said of a place already is not said twice: a rule may miss what was taken out.
    ...faults.filter(({ path }) => !misshapen.some((fault) => isWithinPath(path, fault.path))),
  ];
  if (all.length > 0) {
    const listed = remarksOf(all.slice(0, MAX_LISTED), yaml);
    return { state, file: {}, remarks: [...listed, ...unlisted(all.length)], warnings: [] };
  }
  const placed = { remarks: remarksOf(refusals, yaml), warnings: remarksOf(warnings, yaml) };
  if (refusals.length > 0) return { state: 'not_composable', file: {}, ...placed };
  return { state: 'valid', file: value, ...placed };
}

/** Says how many faults are not listed, where some are not. */
function unlisted(count: number): Remark[] {
  if (count <= MAX_LISTED) return [];
  const detail = `${count - MAX_LISTED} more faults are not listed: fix these first`;
  return [{ line: 1, column: 1, path: '', detail }];
}

function remarksOf(faults: readonly DocumentFault[], yaml: ReadYaml): Remark[] {
  return faults
    .map(({ path, detail }) => ({ ...yaml.position(path), path: pathText(path), detail }))
    .sort((one, other) => one.line - other.line || one.column - other.column);
}

/**
 * The rest of a document for the rules, which check it in spite of its faults, so that all faults are reported at once.
 */
function withoutMisshapen(value: unknown, misshapen: readonly DocumentFault[]): ConfigurationBlocks {
  if (misshapen.some(({ path }) => path.length === 0)) return {};
  const rest = structuredClone(value);
  for (const { path } of misshapen) {
    const holder = path
      .slice(0, -1)
      .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], rest);
    const last = path.at(-1);
    if (typeof holder === 'object' && holder !== null && last !== undefined) Reflect.set(holder, last, undefined);
  }
  return rest as ConfigurationBlocks;
}

import { findShapeFaults } from '../../contracts/wire/find-shape-faults.ts';
import { timeZones } from '../../contracts/wire/time-zone.ts';
import { ConfigurationFileSchema, type ConfigurationFile } from '../../contracts/management/configuration-file.ts';
import { checkConfiguration, type ConfigurationBlocks } from '../../domain/management/configuration-rules.ts';
import { isWithinPath, pathText, type DocumentFault } from '../../domain/kernel/document-fault.ts';
import { readYaml, type TextPosition, type ReadYaml } from './read-yaml.ts';

/** A remark about one position in a file. */
export interface Remark extends TextPosition {
  /** `evals.evaluators[0].id`; empty for the whole file. */
  readonly path: string;
  /** The predicate of a sentence whose subject is the path. */
  readonly detail: string;
}

/**
 * The result for a file: `absent`, `valid`, `invalid` for its faults, or `not_composable` if it has none but requires
 * features that this version lacks.
 */
export interface Examination {
  readonly state: 'absent' | 'valid' | 'invalid' | 'not_composable';
  /** The content of the file, without defaults; empty unless it is valid. */
  readonly file: ConfigurationFile;
  /** The faults, or the features that cannot be composed, in the order of the file. */
  readonly remarks: readonly Remark[];
  readonly warnings: readonly Remark[];
}

/** The maximum number of listed faults: finding the position of each takes time, and nobody reads thousands of them. */
const MAX_LISTED = 100;

/** Reads, checks and compiles the text of a configuration file, for a start or for its validation. */
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
    // Faults that rules find within a misshapen part are dropped, because a rule may only miss what was removed there.
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

/** A remark with the number of faults that are not listed; empty if all are listed. */
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

/** The document without its misshapen parts. The rules check the rest, so that all faults are reported together. */
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

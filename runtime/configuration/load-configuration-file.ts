import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import type { ConfigurationFile } from '../../contracts/management/configuration-file.ts';
import { StartupFault } from '../startup-fault.ts';
import type { ConfigurationLocation } from './configuration-location.ts';
import { examineConfiguration, type Examination, type Remark } from './examine-configuration.ts';

/** The maximum size of the file, far above any file that a person writes. */
export const MAX_CONFIGURATION_BYTES = 262_144;

/** The bytes of a configuration file as a text, with secrets that people wrote into it. */
interface ConfigurationSource {
  readonly text: string;
  /** `sha256:` and 64 hexadecimal digits over the bytes. */
  readonly digest: string;
}

/** The content of the configuration file, and the warnings about it. */
export interface LoadedConfiguration {
  /** Empty if no file exists. */
  readonly file: ConfigurationFile;
  /** Undefined if no file exists. */
  readonly source: ConfigurationSource | undefined;
  /** Sentences that begin with file, line and column. */
  readonly warnings: readonly string[];
}

/**
 * Reads, checks and compiles the configuration file.
 *
 * @throws StartupFault that lists all of its faults
 */
export function loadConfigurationFile(location: ConfigurationLocation): LoadedConfiguration {
  const bytes = readBytes(location);
  const examination = examineBytes(location, bytes);
  const { state, file, warnings } = examination;
  if (state === 'invalid' || state === 'not_composable') throw new StartupFault(examinationText(location, examination));
  return {
    file,
    source: bytes && sourceOf(bytes),
    warnings: warnings.map((warning) => remarkText(location, warning)),
  };
}

/**
 * Examines the file at a location. A file at the default path may be absent.
 *
 * @throws StartupFault if it cannot be read
 */
export function examineFile(location: ConfigurationLocation): Examination {
  return examineBytes(location, readBytes(location));
}

function examineBytes(location: ConfigurationLocation, bytes: Buffer | undefined): Examination {
  if (bytes === undefined) return { state: 'absent', file: {}, remarks: [], warnings: [] };
  try {
    return examineConfiguration(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof TypeError) throw new StartupFault(`The file ${location.path} is not UTF-8. Save it as UTF-8.`);
    throw error;
  }
}

function sourceOf(bytes: Buffer): ConfigurationSource {
  return { text: bytes.toString(), digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}` };
}

function readBytes({ path, isNamed }: ConfigurationLocation): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(file);
    if (!stats.isFile())
      throw new StartupFault(
        `The configuration file ${path} is not a regular file. Name another file with TRUETALLY_CONFIG.`,
      );
    if (stats.size > MAX_CONFIGURATION_BYTES)
      throw new StartupFault(
        `The configuration file ${path} is larger than ${MAX_CONFIGURATION_BYTES / 1024} KiB. Shorten it.`,
      );
    return readFileSync(file);
  } catch (error) {
    if (error instanceof StartupFault) throw error;
    const { code = String(error) } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !isNamed) return undefined;
    throw new StartupFault(
      `The configuration file ${path} cannot be read (${code}). Check the path and its permissions.`,
    );
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The text of an examination for people: a headline, then a line for each remark. */
export function examinationText(location: ConfigurationLocation, { state, remarks, warnings }: Examination): string {
  const headline = {
    absent: `There is no file ${location.path}, so every setting has its default.`,
    valid: `${location.path} is valid and can be composed.`,
    invalid: `The configuration file ${location.path} cannot be used:`,
    not_composable: `The configuration file ${location.path} is valid, but contains settings that this version does not support:`,
  }[state];
  return [
    headline,
    ...remarks.map((remark) => `  ${remarkText(location, remark)}`),
    ...warnings.map((warning) => `  warning: ${remarkText(location, warning)}`),
  ].join('\n');
}

function remarkText({ path: file }: ConfigurationLocation, { line, column, path, detail }: Remark): string {
  return `${file}:${line}:${column}: ${path === '' ? '' : `${path} `}${detail}.`;
}

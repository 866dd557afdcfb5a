import { join, relative } from 'node:path';
import ts from 'typescript';

const PROJECT = join(import.meta.dirname, '..', '..');

/** The program of the installed sources, as the compiler reads them. */
export function openSourceProgram(): ts.Program {
  const file = join(PROJECT, 'tsconfig.json');
  const { config } = ts.readConfigFile(file, (path) => ts.sys.readFile(path)) as { config: unknown };
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, PROJECT);
  const own = fileNames.filter(
    (name) => !/^((test|testing|bench|examples|scripts|clients)\/|[^/]+$)/.test(relative(PROJECT, name)),
  );
  return ts.createProgram(own, options);
}

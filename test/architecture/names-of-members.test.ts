import { join, relative } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { openSourceProgram } from '../../testing/sources/open-source-program.ts';

const PROJECT = join(import.meta.dirname, '..', '..');
const WIRE = /^[a-z0-9]+(_[a-z0-9]+)+$/;
const OURS = /^[a-z]+[a-z0-9]*[A-Z]/;

/**
 * Types whose members another party names. Members have the names of columns or documents, or the names of our
 * variables. The settings of the database driver have neither, and the answer of the sign-on library has both.
 */
const NAMED_BY_OTHERS = ['store/postgres/pool.ts PoolSettings', 'api/composition/sign-on-provider.ts Tokens'];

// The test reads every file of the project as the compiler does.
it('no type mixes names of the wire format with ours', { timeout: 120_000 }, () => {
  const program = openSourceProgram();
  const checker = program.getTypeChecker();
  const mixed: string[] = [];
  let held = 0;
  for (const source of program.getSourceFiles()) {
    if (source.fileName.includes('/node_modules/')) continue;
    for (const statement of source.statements) {
      if (!ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement)) continue;
      held += 1;
      const name = `${relative(PROJECT, source.fileName)} ${statement.name.text}`;
      if (mixesNames(checker.getTypeAtLocation(statement.name))) mixed.push(name);
    }
  }
  expect(held).toBeGreaterThan(300);
  expect(mixed).toEqual(NAMED_BY_OTHERS);
});

function mixesNames(type: ts.Type): boolean {
  if (type.isUnion()) return type.types.some(mixesNames);
  if ((type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) === 0) return false;
  const names = type.getProperties().map(({ name }) => name);
  return names.some((name) => WIRE.test(name)) && names.some((name) => OURS.test(name));
}

import { runProgram } from '../runtime/commands/program.ts';
import { createOperatorProgram } from './operator-program.ts';

await runProgram(
  createOperatorProgram(async (command) => {
    // Stores and engines are large modules, so help and usage errors do not load them.
    const { runCommand } = await import('./run-command.ts');
    await runCommand(command);
  }),
  'Postgres does not answer: run `npm start`, or check TRUETALLY_DATABASE_URL.',
);

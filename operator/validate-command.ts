import { createProgram, runProgram } from '../runtime/commands/program.ts';
import { UsageFault } from '../runtime/commands/usage-fault.ts';
import { configurationLocation } from '../runtime/configuration/configuration-location.ts';
import { examinationText, examineFile } from '../runtime/configuration/load-configuration-file.ts';
import { readConfiguration } from '../runtime/configuration/configuration.ts';

const program = createProgram(
  'npm run validate --',
  'Reads, checks and compiles the configuration file as API, worker and gateway do when they start.',
)
  .argument('[file]', 'the file; the same as --config')
  .option('-c, --config <file>', 'the file, instead of TRUETALLY_CONFIG or tokentriage.yaml')
  .option('--json', 'prints one JSON object')
  .action((named: string | undefined, { config, json }: { config?: string; json?: true }) => {
    if (named !== undefined && config !== undefined)
      throw new UsageFault('The command names the file twice. Name it either as FILE or with --config.');
    const path = named ?? config;
    const location =
      path === undefined ? readConfiguration(process.env, 'command').configurationFile : configurationLocation(path);
    const examination = examineFile(location);
    const { state, remarks, warnings } = examination;
    const text =
      json === true
        ? JSON.stringify({ file: location.path, state, remarks, warnings }, undefined, 2)
        : examinationText(location, examination);
    const isUsable = state === 'valid' || state === 'absent';
    if (isUsable || json === true) console.log(text);
    else console.error(text);
    process.exitCode = isUsable ? 0 : 1;
  });

await runProgram(program);

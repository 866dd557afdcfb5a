import { createProgram, runProgram } from '../runtime/commands/program.ts';
import { configurationPlace } from '../runtime/configuration-file/configuration-place.ts';
import { examinationText, examineFile } from '../runtime/configuration-file/load-configuration-file.ts';
import { readConfiguration } from '../runtime/configuration.ts';

const program = createProgram(
  'npm run validate --',
  'Reads, checks and compiles the configuration file as the API and the worker do when they start.',
)
  .option('-c, --config <file>', 'the file, in place of TRUETALLY_CONFIG or tokentriage.yaml')
  .option('--json', 'answers with one JSON object')
  .action(({ config, json }: { config?: string; json?: true }) => {
    const place =
      config === undefined ? readConfiguration(process.env, 'command').configurationFile : configurationPlace(config);
    const examination = examineFile(place);
    const { state, remarks, warnings } = examination;
    const text =
      json === true
        ? JSON.stringify({ file: place.path, state, remarks, warnings }, undefined, 2)
        : examinationText(place, examination);
    const isUsable = state === 'valid' || state === 'absent';
    if (isUsable || json === true) console.log(text);
    else console.error(text);
    process.exitCode = isUsable ? 0 : 1;
  });

await runProgram(program);

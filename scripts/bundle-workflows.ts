// Bundles the workflow code into `.cache/`, for plain and for encrypted payloads. The build of the image runs this,
// because the image does not contain the compiler.
import { join } from 'node:path';
import { DefaultLogger } from '@temporalio/worker';
import { ENCODED_FAILURES } from '../runtime/payloads/data-converter.ts';
import { workflowBundle } from '../worker/temporal/workflow-bundle.ts';

const FOLDER = join(import.meta.dirname, '..', '.cache');

for (const converter of [{}, { failureConverterPath: ENCODED_FAILURES }]) {
  const { codePath } = await workflowBundle(FOLDER, new DefaultLogger('WARN'), converter);
  console.log(codePath);
}

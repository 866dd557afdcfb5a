// Bundles the workflow code into `.cache/`, plain and for encrypted payloads: the image is made with it, because the
// compiler that bundles is not part of the image.
import { join } from 'node:path';
import { DefaultLogger } from '@temporalio/worker';
import { ENCODED_FAILURES } from '../runtime/payloads/data-converter.ts';
import { workflowBundle } from '../worker/temporal/workflow-bundle.ts';

const FOLDER = join(import.meta.dirname, '..', '.cache');

for (const converter of [{}, { failureConverterPath: ENCODED_FAILURES }]) {
  const { codePath } = await workflowBundle(FOLDER, new DefaultLogger('WARN'), converter);
  console.log(codePath);
}

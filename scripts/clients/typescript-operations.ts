import { CUSTOMER_OPERATIONS, CUSTOMER_PATH } from '../../contracts/customer/operations.ts';
import type { EnvelopedOperation, Operations } from '../../contracts/wire/operations/operation.ts';
import { isSentByClients } from './is-sent-by-clients.ts';
import { nameDocumentType } from './name-document-type.ts';
import { type ClientOperation, operationsModule } from './operations-module.ts';
import { repeatability } from './repeatability.ts';

/** `clients/typescript/operations.ts`: the method and path of each operation, and the data of its envelope. */
export function typescriptOperations(): string {
  const operations = Object.entries<EnvelopedOperation>(CUSTOMER_OPERATIONS satisfies Operations).filter(
    ([, operation]) => isSentByClients(operation),
  );
  return operationsModule({
    lane: 'the customer lane',
    path: CUSTOMER_PATH,
    transport: './transport',
    rowType: '(OperationRow & { readonly kind: string })',
    rowWords:
      'The method, path and retry rule of each operation, and the kind of its envelope; `bytes` if it has no envelope.',
    operations: operations.map(([name, operation]) => ({ name, ...described(operation) })),
  });
}

function described(operation: EnvelopedOperation): Omit<ClientOperation, 'name'> {
  const { method, path, success, answer } = operation;
  const isFile = 'content' in answer;
  const kind = isFile ? 'bytes' : answer.properties.kind.const;
  return {
    row: { method, path, success, kind, repeatable: repeatability(operation) },
    document: isFile ? undefined : nameDocumentType(answer.properties.data),
  };
}

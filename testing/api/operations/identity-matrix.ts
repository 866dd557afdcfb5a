import { makeCredentialBody } from '../../identities/made-service.ts';
import type { MatrixOperation } from './matrix-operation.ts';

/** The statuses for other callers. Those who see the environment of a credential get 403. */
const OTHERS = [403, 403, 403, 404, 404] as const;

/** Every operation on services, their credentials and teams, for the authorization matrix. */
export const IDENTITY_MATRIX: readonly MatrixOperation[] = [
  {
    name: 'customer.service_identities.create',
    send: ({ serviceIdentities }) => serviceIdentities.create({ name: 'Checkout' }),
    expected: [201, ...OTHERS],
  },
  {
    name: 'customer.service_identities.list',
    send: ({ serviceIdentities }) => serviceIdentities.list().page(),
    expected: [200, ...OTHERS],
  },
  {
    name: 'customer.service_identities.get',
    send: ({ serviceIdentities }, { service }) => serviceIdentities.get(service),
    expected: [200, ...OTHERS],
  },
  {
    name: 'customer.service_credentials.create',
    send: ({ serviceCredentials }, { service }) => serviceCredentials.create(service, makeCredentialBody()),
    expected: [201, ...OTHERS],
  },
  {
    name: 'customer.service_credentials.list',
    send: ({ serviceCredentials }, { service }) => serviceCredentials.list(service).page(),
    expected: [200, ...OTHERS],
  },
  {
    name: 'customer.service_credentials.get',
    send: ({ serviceCredentials }, { serviceCredential }) => serviceCredentials.get(serviceCredential),
    expected: [200, ...OTHERS],
  },
  {
    name: 'customer.service_credentials.rotate',
    send: ({ serviceCredentials }, { serviceCredential }) => serviceCredentials.rotate(serviceCredential, {}),
    expected: [201, ...OTHERS],
  },
  {
    name: 'customer.service_credentials.revoke',
    send: ({ serviceCredentials }, { serviceCredential }) => serviceCredentials.revoke(serviceCredential),
    expected: [200, ...OTHERS],
  },
  {
    name: 'customer.service_credentials.status',
    send: ({ serviceCredentials }, { credentialOperation }) => serviceCredentials.status(credentialOperation),
    expected: [200, ...OTHERS],
  },
  {
    name: 'customer.teams.create',
    send: ({ teams }) => teams.create({ name: 'Search' }),
    expected: [201, ...OTHERS],
  },
  { name: 'customer.teams.list', send: ({ teams }) => teams.list().page(), expected: [200, ...OTHERS] },
];

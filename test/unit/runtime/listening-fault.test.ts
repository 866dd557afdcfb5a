import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { listeningFault } from '../../../runtime/addresses/listening-fault.ts';
import { StartupFault } from '../../../runtime/startup-fault.ts';

it('names the program that needs a port in use, and the setting for another port', async () => {
  const taken = createServer();
  await new Promise<void>((settle) => taken.listen({ port: 0, host: '127.0.0.1' }, settle));
  const { port } = taken.address() as AddressInfo;
  const other = createServer();
  const error = await new Promise<Error>((settle) => {
    other.once('error', settle);
    other.listen({ port, host: '127.0.0.1' });
  });
  taken.close();
  const fault = listeningFault(error, { what: 'The API', host: '127.0.0.1', port, setting: 'TRUETALLY_PORT' });
  expect(fault).toBeInstanceOf(StartupFault);
  expect((fault as StartupFault).message).toBe(
    `The API cannot listen at 127.0.0.1:${port} (the port is taken). Choose another port with TRUETALLY_PORT.`,
  );
});

it('does not change other errors', () => {
  const error = new Error('something else');
  const place = { what: 'The API', host: '127.0.0.1', port: 1, setting: 'TRUETALLY_PORT' };
  expect(listeningFault(error, place)).toBe(error);
});

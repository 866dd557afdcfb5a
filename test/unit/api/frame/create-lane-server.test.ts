import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createLaneServer } from '../../../../api/frame/transport/create-lane-server.ts';

it('sends requests below the path of the neighbour to the neighbour, and all others to the own lane', async () => {
  const server = createLaneServer((_request, response) => response.end('own'), {
    path: '/portal/api/v1/customer/v1',
    answer: (_request, response) => response.end('neighbour'),
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answers: string[] = [];
  for (const path of [
    '/portal/api/v1/customer/v1',
    '/portal/api/v1/customer/v1/me',
    '/portal/api/v1/customer/v1?a=1',
    '/portal/api/v1/customer/v10',
    '/PORTAL/api/v1/customer/v1/me',
    '/tt/api/v1/me',
    '/?x=/portal/api/v1/customer/v1/me',
  ])
    answers.push(await (await fetch(origin + path)).text());
  expect(answers).toEqual(['neighbour', 'neighbour', 'neighbour', 'own', 'own', 'own', 'own']);
});

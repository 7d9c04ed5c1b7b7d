import { useState } from "react";
import { type PickedPicture, usePicturePicker } from "#app/staff/media/picture-picker.tsx";
import { Button } from "#app/staff-kit/button.tsx";
import "./recipes.ts";

/** Choosing a picture of the media library, as the pages of articles do it. */
export function PickerExample() {
  const { pick, dialog } = usePicturePicker();
  const [picked, setPicked] = useState<PickedPicture | null>(null);
  return (
    <section className="gallery" aria-labelledby="pictures">
      <h2 id="pictures">A picture of the media library</h2>
      <div className="kit-row">
        <Button onClick={() => void pick().then(setPicked)}>Choose a picture</Button>
        <output>{picked ? `${picked.src}, ${picked.width} × ${picked.height}` : "None chosen"}</output>
      </div>
      {dialog}
    </section>
  );
}

import { type ChangeEvent, useState } from "react";
import { Form } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { Avatar } from "#app/staff-kit/tag.tsx";
import { usePicture } from "#app/staff/own-picture.ts";
import { Field } from "#app/ui/field.tsx";
import { Section, type SectionProps, useFormState } from "./section.tsx";
import { scaleChosen } from "./scale-picture.ts";
import "./recipes.ts";
import "#app/staff/recipes.ts";

/**
 * The picture. Where script runs, the browser cuts it to a small square before it is sent; the server leaves out what a
 * camera adds in any case.
 */
export function PictureSection({ account: { name, email, hasPicture }, answer }: SectionProps) {
  const { action, isBusy, refusal, notice, key } = useFormState("picture", answer);
  const removal = useFormState("picture-remove", answer);
  const picture = usePicture();
  const [preview, setPreview] = useState<{ key: string; url: string } | null>(null);

  async function take({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    setPreview(null);
    const url = await scaleChosen(input);
    if (url) setPreview({ key, url });
  }

  const error = refusal?.problems.find(({ field }) => field === "picture")?.message;
  const shown = preview?.key === key ? preview.url : picture;
  return (
    <Section
      id="picture"
      title="Picture"
      note="It stands beside your name, also where colleagues manage accounts. Without one your initials do."
    >
      {removal.notice}
      <Form
        className="account-form"
        method="post"
        action={action}
        encType="multipart/form-data"
        preventScrollReset
        noValidate
      >
        {notice}
        <div className="account-picture: [&_input[type='file']]:p-[3px_4px] [&_input[type='file']]:[line-height:calc(var(--ctl)_-_8px)]">
          <Avatar name={name ?? email} picture={shown} size="huge" />
          <Field
            key={key}
            label="Picture"
            name="picture"
            type="file"
            accept="image/png,image/jpeg,image/webp"
            required={false}
            error={error}
            onChange={(event) => void take(event)}
            hint="PNG, JPEG or WebP, 2 MB at most. Where and when it was taken is not stored."
          />
        </div>
        <div className="staff-actions">
          <Button type="submit" isBusy={isBusy}>
            Save the picture
          </Button>
          <Button
            kind="danger"
            type="submit"
            form="picture-remove"
            isBusy={removal.isBusy}
            unavailable={hasPicture ? undefined : "You have no picture."}
          >
            Remove
          </Button>
        </div>
      </Form>
      <Form id="picture-remove" method="post" action={removal.action} preventScrollReset hidden />
    </Section>
  );
}

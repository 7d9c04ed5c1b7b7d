import { Form } from "react-router";
import { Button } from "#app/staff-kit/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { fillFields } from "#app/ui/fill-fields.ts";
import { Select } from "#app/ui/select.tsx";
import { longestName } from "./account-forms.ts";
import { Section, type SectionProps, useFormState } from "./section.tsx";
import "./recipes.ts";

/** Name and time zone. */
export function ProfileSection({ account: { name, zone, zones, email }, answer }: SectionProps) {
  const { action, isBusy, refusal, notice } = useFormState("profile", answer);
  const fill = fillFields(refusal, refusal?.answers ?? { name: name ?? "", zone: zone ?? "" });
  return (
    <Section id="profile" title="Profile" note={`You sign in as ${email}.`}>
      <Form className="account-form" method="post" action={action} noValidate preventScrollReset>
        {notice}
        <Field
          label="Name"
          {...fill("name")}
          autoComplete="name"
          maxLength={longestName}
          required={false}
          hint="As colleagues read it. Without one they read your e-mail address."
        />
        <Select
          label="Time zone"
          {...fill("zone")}
          options={[
            { value: "", name: "The browser’s" },
            ...zones.map((value) => ({ value, name: value.replaceAll("_", " ") })),
          ]}
          hint="Times on the staff pages are shown in it."
        />
        <Button kind="primary" type="submit" isBusy={isBusy}>
          Save
        </Button>
      </Form>
    </Section>
  );
}

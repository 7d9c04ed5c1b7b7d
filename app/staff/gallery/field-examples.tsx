import { Combobox, type Option } from "#app/staff-kit/combobox.tsx";
import { DateTimeField } from "#app/staff-kit/date-time-field.tsx";
import { DropZone } from "#app/staff-kit/drop-zone.tsx";
import "./recipes.ts";

const topics: readonly Option[] = ["AI", "Cloud", "Data", "Infrastructure", "Renewable energy", "Security"].map(
  (name) => ({ value: name.toLowerCase().replaceAll(" ", "-"), name }),
);

/** Fields of forms. */
export function FieldExamples() {
  return (
    <section className="gallery" aria-labelledby="fields">
      <h2 id="fields">Fields</h2>
      <form className="gallery-fields" id="gallery-form">
        <TopicField name="topics" />
        <Combobox
          label="Owner"
          name="owner"
          isSingle
          isOptional
          options={[]}
          search={searchPeople}
          hint="Type a name."
        />
        <Combobox label="Tags" name="tags" options={topics} error="Choose at least one tag." />
        <Combobox label="Reviewer" name="reviewer" options={[]} search={failToSearch} />
        <DateTimeField
          label="Publish at"
          name="publish"
          defaultValue={{ local: "2027-03-28T02:30", zone: "Europe/Berlin" }}
          hint="Readers see it from then on."
        />
        <DateTimeField label="Close at" name="close" error="Choose a day after the first." isOptional />
        <DropZone label="Résumé" name="resume" accept=".pdf,application/pdf" hint="PDF, up to 5 MB." />
        <DropZone label="Pictures" name="pictures" isMultiple upload={pretendToUpload} />
      </form>
    </section>
  );
}

export function TopicField({ name }: { name: string }) {
  return (
    <Combobox
      label="Topics"
      name={name}
      options={topics}
      defaultValue={topics.slice(0, 2)}
      create={(text) => ({ value: text.toLowerCase(), name: text })}
      hint="Choose several, or type a new one."
    />
  );
}

async function searchPeople(query: string): Promise<Option[]> {
  return ["Demo Admin 1", "Demo Editor 1", "Demo Editor 2"]
    .map((name, at) => ({ value: `person-${at}`, name, note: "Marketing" }))
    .filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()));
}

async function failToSearch(): Promise<Option[]> {
  throw new Error("No answer");
}

/** Half of it arrives; a file called `broken` then fails. */
async function pretendToUpload(file: File, report: (share: number) => void): Promise<void> {
  report(0.5);
  if (file.name.startsWith("broken")) throw new Error("The file is damaged.");
}

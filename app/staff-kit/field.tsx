// Bundle: staff
import { type ComponentProps, type ReactNode, useId } from "react";
import { Icon } from "./icon.tsx";
import "./recipes.ts";
import "./kit.css";

export interface FieldText {
  label: string;
  hint?: ReactNode;
  /** A sentence that says how to put it right. */
  error?: string | undefined;
}

/** The attributes that tie a control to its label, hint and error. */
export interface FieldTies {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface FieldProps extends FieldText {
  isOptional?: boolean | undefined;
  /** Of the control, where a link leads to it. */
  id?: string | undefined;
}

/** Label above, control, error and hint below, in the density of the staff area. */
export function KitField({
  label,
  hint,
  error,
  isOptional = false,
  id: own,
  children,
}: FieldProps & { children: (ties: FieldTies) => ReactNode }) {
  const made = useId();
  const id = own ?? made;
  const notes = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className="kit-field">
      <label className="kit-label" htmlFor={id} id={`${id}-label`}>
        {label} {isOptional && <span className="kit-optional">(optional)</span>}
      </label>
      {children({ id, "aria-describedby": notes || undefined, "aria-invalid": error ? true : undefined })}
      {error && (
        <p className="kit-error" id={`${id}-error`}>
          <Icon name="warning" />
          {error}
        </p>
      )}
      {hint && (
        <p className="kit-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

type ControlProps<Tag extends "input" | "textarea" | "select"> = FieldProps & Omit<ComponentProps<Tag>, "id">;

/** A KitField of one line; it takes the attributes of the `input`, too. */
export function KitInput(props: ControlProps<"input">) {
  const { field, control } = splitProps(props);
  return <KitField {...field}>{(ties) => <input {...ties} {...control} />}</KitField>;
}

/** A KitField of several lines; it takes the attributes of the `textarea`, too. */
export function KitTextArea(props: ControlProps<"textarea">) {
  const { field, control } = splitProps(props);
  return <KitField {...field}>{(ties) => <textarea {...ties} {...control} />}</KitField>;
}

/** A KitField of options, which are its children; it takes the attributes of the `select`, too. */
export function KitSelect(props: ControlProps<"select">) {
  const { field, control } = splitProps(props);
  return <KitField {...field}>{(ties) => <select {...ties} {...control} />}</KitField>;
}

/** The options of a `select`: each is what is sent and what is shown, or one text for both. */
export function KitOptions({ of }: { of: readonly (string | { value: string; name: string })[] }) {
  return of
    .map((option) => (typeof option === "string" ? { value: option, name: option } : option))
    .map(({ value, name }) => (
      <option key={value} value={value}>
        {name}
      </option>
    ));
}

function splitProps<Rest extends { className?: string | undefined }>(props: FieldProps & Rest) {
  const { label, hint, error, isOptional, id, className, ...rest } = props;
  const field = { label, hint, error, isOptional, id };
  return { field, control: { ...rest, className: className ? `kit-input ${className}` : "kit-input" } };
}

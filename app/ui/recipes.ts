/** Classes that stand in more than one place, by their names. */
export const recipes = {
  table:
    "w-full leading-1.45 border-collapse [&>caption]:pb-12px [&>caption]:font-600 [&>caption]:text-left [@media_screen]:lt-md:block [@media_screen]:lt-md:[&>tbody]:block [@media_screen]:lt-md:[&>thead]:absolute [@media_screen]:lt-md:[&>thead]:w-1px [@media_screen]:lt-md:[&>thead]:h-1px [@media_screen]:lt-md:[&>thead]:overflow-hidden [@media_screen]:lt-md:[&>thead]:[clip-path:inset(50%)] [@media_screen]:lt-md:[&>tbody]:border-t-1.5px-ink [@media_screen]:lt-md:[&_tbody>tr]:grid [@media_screen]:lt-md:[&_tbody>tr]:gap-[8px_gutter] [@media_screen]:lt-md:[&_tbody>tr]:py-18px [@media_screen]:lt-md:[&_tbody>tr]:border-b-1px-line [@media_screen]:at-sm:[&_tbody>tr]:[grid-auto-columns:minmax(0,_1fr)]",
};
